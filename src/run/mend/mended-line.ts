import { CliError } from '../../errors/cli-error.ts';
import { commandStep, groupStep } from './command-steps.ts';
import { flagStep } from './flag-steps.ts';
import type { LineStep } from './line-step.ts';
import { errorOfLine, locate } from './located.ts';
import { type UnmendedLine, unmendedLine } from './unmended-line.ts';
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
