import { CliError } from '../../errors/cli-error.ts';
import { commandStep, groupStep, phraseStep } from './command-steps.ts';
import { flagStep } from './flag-steps.ts';
import type { LineStep } from './line-step.ts';
import { errorOfLine, locate } from './located.ts';
import { type UnmendedLine, unmendedLine } from './unmended-line.ts';
import { jsonFieldsStep, missingStep, openFlagStep, wordStep } from './word-steps.ts';

/** A line that can be read, made of one that could not. */
export interface MendedLine {
  /** Without the program's name. */
  argv: readonly string[];
  /** What was changed, a sentence each. */
  said: readonly string[];
  /** Whether a word of it is still to be filled in. */
  hasGap: boolean;
}

/** A line with more slips than that was not meant for this program. */
const stepsMost = 12;

/** Mends the names in a line, one after another: its command, its flags, its words. Undefined where nothing can be told of it. */
export async function mendLine(argv: readonly string[]): Promise<MendedLine | UnmendedLine | undefined> {
  const said: string[] = [];
  let mended = argv;
  let hasGap = false;
  let isForeign = false;
  while (said.length < stepsMost) {
    const step = await nextStep(mended, isForeign);
    if (step === undefined) break;
    mended = step.argv;
    said.push(step.said);
    hasGap ||= step.hasGap === true;
    isForeign ||= step.isForeign === true;
  }
  const unmended = await unmendedLine(mended, said);
  if (unmended !== undefined) return unmended;
  if (said.length === 0 || (!hasGap && !(await isReadable(mended)))) return undefined;
  return { argv: mended, said: said.filter((one) => one !== ''), hasGap };
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

async function nextStep(argv: readonly string[], isForeign: boolean): Promise<LineStep | undefined> {
  if (argv[0] === '--version') return undefined;
  const place = await locate(argv);
  if (place.kind === 'nowhere') return commandStep(argv);
  if (place.kind === 'group') return groupStep(argv, place);
  const { located } = place;
  return (
    flagStep(located) ??
    openFlagStep(located) ??
    (await phraseStep(argv, located)) ??
    jsonFieldsStep(located) ??
    wordStep(located, isForeign) ??
    missingStep(located)
  );
}
