import { CliError } from '../../errors/cli-error.ts';
import { absentFlag } from '../../request/mends/other-meanings.ts';
import type { AbsentFlag } from '../../request/mends/other-words.ts';
import { errorOfLine, isUnknown, type LineStep, locate } from './located.ts';
import { commandStep, flagStep, groupStep } from './name-steps.ts';
import { missingStep, openFlagStep, wordStep } from './word-steps.ts';

/** A line that can be read, made of one that could not. */
export interface MendedLine {
  /** Without the program's name. */
  argv: readonly string[];
  /** The changes, each a sentence; empty where the line shows them. */
  said: readonly string[];
  /** True if a word of it is still to be filled in. */
  hasGap: boolean;
}

/**
 * Mends the one slip in the names of a line: its command, a flag, a word. Undefined where nothing can be told of it; of a line
 * with several slips nobody knows what was meant.
 */
export async function mendLine(argv: readonly string[]): Promise<MendedLine | UnmendedLine | undefined> {
  const step = await loginStep(await stepOf(argv));
  const mended = step?.argv ?? argv;
  const said = step === undefined || step.said === '' ? [] : [step.said];
  const unmended = await unmendedLine(mended, said);
  if (unmended !== undefined) {
    const next = await stepOf(mended);
    const isOfIt = next?.argv.every((word) => word.split('=')[0] !== unmended.unknown);
    return isOfIt === true ? { ...unmended, nearest: next?.said } : unmended;
  }
  const hasGap = step?.hasGap === true;
  if (step === undefined || (!hasGap && !(await isReadable(mended)))) return undefined;
  return { argv: mended, said, hasGap };
}

/** A word behind one that means `auth login` names the account, as it does behind `auth login` itself. */
async function loginStep(step: LineStep | undefined): Promise<LineStep | undefined> {
  const [group, command] = step?.argv ?? [];
  if (step === undefined || group !== 'auth' || command !== 'login') return step;
  const named = await stepOf(step.argv);
  return named === undefined ? step : { ...named, said: step.said };
}

/** Other errors than those of names are told once the names are right. */
async function isReadable(argv: readonly string[]): Promise<boolean> {
  const error = await errorOfLine(argv);
  if (!(error instanceof CliError)) return error === undefined;
  return !nameErrors.has(error.code);
}

/** The errors of a line that has a name which is not there, or a word too many. */
export const nameErrors: ReadonlySet<string> = new Set([
  'unknown_option',
  'unknown_command',
  'excess_arguments',
]);

async function stepOf(argv: readonly string[]): Promise<LineStep | undefined> {
  const place = await locate(argv);
  if (place.kind === 'nowhere') return commandStep(argv);
  if (place.kind === 'group') return groupStep(argv, place);
  const { located } = place;
  return flagStep(located) ?? openFlagStep(located) ?? wordStep(located) ?? missingStep(located);
}

/** A line of which a part stays unknown: it could mean anything, a limit to what is spent as well, so no line is made without it. */
export interface UnmendedLine {
  said: readonly string[];
  /** The words of the command that is meant. */
  path: readonly string[];
  /** The name of the flag that is not known, without its value; undefined where it is a word behind `auth login`, likely a key. */
  unknown: string | undefined;
  /** The sentence that names a nearly alike flag, beside other slips of the line. */
  nearest?: string | undefined;
  /** Why nothing here stands for that flag, where that is known, and what there is instead. */
  absent?: AbsentFlag | undefined;
}

/** Facts of a line that no change of names mends; undefined where nothing keeps it from being read. */
async function unmendedLine(
  argv: readonly string[],
  said: readonly string[],
): Promise<UnmendedLine | undefined> {
  const place = await locate(argv);
  if (place.kind !== 'found') return undefined;
  const { line, path } = place.located;
  const { name } = line.find(isUnknown) ?? {};
  if (name === undefined) {
    const isWorded = line.some(({ kind, words }) => kind === 'word' || (kind === 'end' && words.length > 1));
    return path.join(' ') === 'auth login' && isWorded ? { said, path, unknown: undefined } : undefined;
  }
  const absent = absentFlag(name, path.join(' '));
  if (said.length === 0 && absent === undefined) return undefined;
  // Behind one dash, a value may stand in the same word.
  return { said, path, unknown: name.startsWith('--') ? name : name.slice(0, 2), absent };
}
