import { beginsWithFlag } from '../../cli/global-flags.ts';
import { namedPath } from '../../cli/line-words.ts';
import { type LinePart, type LocatedLine, readTypedLine } from '../../cli/typed-line.ts';
import type { Command } from '../../command/define-command.ts';
import { type CommandRow, commandTable } from '../../commands/index.ts';
import { takesValueElsewhere } from '../../request/mends/other-meanings.ts';
import { readCommandLine } from '../line/program.ts';

/** How far the words of a line lead: to a command, to a group without the next word, or nowhere. */
export type Location =
  | { kind: 'found'; located: LocatedLine & { command: Command } }
  | { kind: 'group'; path: readonly string[]; rows: Record<string, CommandRow>; word: string | undefined }
  | { kind: 'nowhere'; word: string | undefined };

/** Finds the command of a line, and reads the line by what that declares. */
export async function locate(argv: readonly string[]): Promise<Location> {
  const [first, second] = namedPath(argv);
  if (first === undefined || beginsWithFlag(argv)) return { kind: 'nowhere', word: undefined };
  const row = Object.hasOwn(commandTable, first) ? commandTable[first] : undefined;
  if (row === undefined) return { kind: 'nowhere', word: first };
  const rows = row.commands ?? {};
  const inner = second !== undefined && Object.hasOwn(rows, second) ? rows[second] : undefined;
  const path = inner === undefined ? [first] : [first, second ?? ''];
  const load = (inner ?? row).load;
  if (load === undefined) return { kind: 'group', path, rows, word: second };
  const command = await load();
  const takesValue = (name: string): boolean => takesValueElsewhere(name, path.join(' '));
  const line = readTypedLine(argv, { flags: command.flags, pathLength: path.length }, takesValue);
  return { kind: 'found', located: { path, command, flags: command.flags, line } };
}

/** The error of a line that can't be read; undefined for one that can. What stands on stdin is not read for it. */
export async function errorOfLine(argv: readonly string[]): Promise<unknown> {
  try {
    const request = await readCommandLine(argv);
    if (request.kind === 'run' && !argv.includes('-')) request.prepare();
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Tells whether the program reads a line and would do something by it, besides showing help. */
export async function isRunnable(argv: readonly string[]): Promise<boolean> {
  if (argv.includes('--help') || argv.includes('-h') || argv.length === 0) return false;
  return (await errorOfLine(argv)) === undefined;
}

/** A line with one of its slips mended. */
export interface LineStep {
  argv: readonly string[];
  /** The change, as a sentence; empty where the line shows it. */
  said: string;
  /** True if a word of it is still to be filled in. */
  hasGap?: boolean;
}

/** The typed words, and those that genctl has for them. */
export function isHere(typed: readonly string[], words: readonly string[]): string {
  return `"${typed.join(' ')}" is "${words.join(' ')}" here.`;
}

/** Words in the place of a part of a line. */
export function partsOf(words: readonly string[]): LinePart[] {
  return words.length === 0 ? [] : [{ kind: 'flag', words }];
}

/** Tells whether a line is flags of a request and nothing else: the composer takes them as answers. */
export async function isComposition(argv: readonly string[]): Promise<boolean> {
  const flags = (await commandTable.compose?.load?.())?.flags ?? {};
  const line = readTypedLine(argv, { flags, pathLength: 0 });
  return line.every(({ declared, kind }) => kind === 'flag' && declared !== undefined);
}

/** Tells whether a part of a line is a flag that its command does not have. */
export function isUnknown({ declared, kind, name = '' }: LinePart): boolean {
  return kind === 'flag' && declared === undefined && !isHelp(name);
}

function isHelp(name: string): boolean {
  return /^(-h|--help|-V|--version)$/.test(name);
}
