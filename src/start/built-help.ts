import { join } from 'node:path';
import { errorCode } from '../errors/error-code.ts';
import { programFile } from '../files/program-file.ts';

/** The file of help texts beside the program. */
export const helpFile = 'help.json';

/** The help texts. Many have sections in common, so each line of text stands there once. */
export interface BuiltHelp {
  lines: readonly string[];
  /** By the line that asks for it, a text as runs of `lines`: where each begins and where it is over, in turn. */
  texts: Readonly<Record<string, readonly number[]>>;
}

/** Tells whether a line may ask for help and nothing else. */
export function asksForHelp(argv: readonly string[]): boolean {
  const last = argv.at(-1);
  return argv[0] === 'help' || last === '--help' || last === '-h';
}

/**
 * The help that a line asks for, as it was laid out when the program was built, but for the width of the window. Undefined for a line
 * that holds anything else: reading it is for the parser.
 */
export function builtHelp(argv: readonly string[]): string | undefined {
  return helpIn(readHelp(), argv);
}

export function helpIn({ lines, texts }: BuiltHelp, argv: readonly string[]): string | undefined {
  const line = argv.map((word) => (word === '-h' ? '--help' : word)).join(' ');
  const runs = Object.hasOwn(texts, line) ? texts[line] : undefined;
  return runs?.flatMap((begin, at) => (at % 2 === 0 ? lines.slice(begin, runs[at + 1]) : [])).join('\n');
}

function readHelp(): BuiltHelp {
  try {
    return JSON.parse(programFile(join(import.meta.dirname, helpFile)).toString()) as BuiltHelp;
  } catch (error) {
    // The sources have none beside them.
    if (errorCode(error) === undefined) throw error;
    return { lines: [], texts: {} };
  }
}
