import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from './errors/error-code.ts';

/** The file of help texts beside the program, by the lines that ask for them. */
export const helpFile = 'help.json';

/** Whether a line may ask for help and nothing else. */
export function asksForHelp(argv: readonly string[]): boolean {
  const last = argv.at(-1);
  return argv[0] === 'help' || last === '--help' || last === '-h';
}

/**
 * The help that a line asks for, as it was laid out for the usual width when the program was built. Undefined for a line that holds
 * anything else: reading it is for the parser.
 */
export function builtHelp(argv: readonly string[]): string | undefined {
  const texts = readTexts();
  const line = argv.map((word) => (word === '-h' ? '--help' : word)).join(' ');
  return Object.hasOwn(texts, line) ? texts[line] : undefined;
}

function readTexts(): Record<string, string> {
  try {
    return JSON.parse(readFileSync(join(import.meta.dirname, helpFile), 'utf8')) as Record<string, string>;
  } catch (error) {
    // The sources have none beside them.
    if (errorCode(error) === undefined) throw error;
    return {};
  }
}
