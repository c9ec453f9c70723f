import { beginsWithFlag } from '../../cli/global-flags.ts';
import { namedPath } from '../../cli/line-words.ts';
import { type LocatedLine, readTypedLine } from '../../cli/typed-line.ts';
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
