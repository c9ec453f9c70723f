import { CliError } from '../../errors/cli-error.ts';
import { BudgetError } from '../../errors/endings.ts';
import type { ExitName } from '../../errors/exit-codes.ts';
import {
  genctl,
  type Hint,
  hintAgain,
  hintLines,
  say,
  stepsOf,
  thenAgain,
  withSteps,
} from '../../errors/hint.ts';
import { isDownloadOfJob } from '../../follow/bring-home.ts';
import type { JobStatus } from '../../service/wire-values.ts';
import { allOfWords, counted } from '../../text/shown-value.ts';
import { type BatchOutcome, type ChangedPart, lostCounts } from './batch-outcome.ts';
import type { OnwardLines } from './onward-lines.ts';

/**
 * The error for a batch of which not every line succeeded; undefined where all did. What ended the sending comes first; else its
 * exit is the one that all lost lines share, or that of several ends.
 */
export function batchError(total: number, outcome: BatchOutcome, lines: OnwardLines): CliError | undefined {
  const { held, stop, told, unpicked, unsent } = outcome;
  const { failed, left, uncertain } = lostCounts(outcome);
  const all = failed + left + uncertain;
  if (all === 0 && unsent === 0 && held === 0) return undefined;
  const exit = stopExit(stop) ?? exitOf(outcome);
  const lost = [
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(uncertain === 0 ? [] : [`${uncertain} may or may not have started a job`]),
    ...(left === 0 ? [] : [`${left} not finished`]),
    ...(unsent === 0 ? [] : [`${unsent} ${unsent === 1 ? 'was' : 'were'} not sent`]),
    ...(held === 0 ? [] : [`${held} ${held === 1 ? 'depends' : 'depend'} on failed shots`]),
    ...(unpicked === 0 ? [] : [`${unpicked} not picked yet`]),
  ];
  const { lines: shown, others } = told.told();
  const unnamed = others.lines + outcome.left;
  const more = unnamed > 0 ? [`and ${unnamed} more`] : [];
  // A budget's own words are those of `money/words/budget-errors.ts`.
  const cause = stop === undefined ? [] : [`${stop.message}${stop.why === undefined ? '' : `. ${stop.why}`}`];
  return new CliError(exit, {
    code: stop?.code ?? codeOf(outcome),
    message: `${outcome.done} of ${counted(total, 'shot')} done: ${lost.join(', ')}`,
    why: [...cause, ...shown, ...more, ...heldLine(outcome)].join('\n'),
    hint: hintOf(outcome, stop, lines),
    // Otherwise it is as its exit says.
    ...((unsent > 0 && !(stop instanceof BudgetError)) || left > 0 || stop?.retryable === true
      ? { retryable: true }
      : {}),
    cause: stop,
  });
}

/** Names the lines that were not sent because of others. */
function heldLine({ held, heldNames }: BatchOutcome): string[] {
  if (held === 0) return [];
  const more = held > heldNames.length ? ` and ${held - heldNames.length} more` : '';
  return [`not sent, because they depend on those: ${heldNames.join(', ')}${more}`];
}

/** A budget that is reached leaves lines unsent, as other reasons leave them failed. */
function stopExit(stop: CliError | undefined): ExitName | undefined {
  return stop instanceof BudgetError ? 'mixedEnds' : stop?.exit;
}

function exitOf({ lost }: BatchOutcome): ExitName {
  const [only = 'mixedEnds', ...others] = lost.keys();
  return others.length === 0 ? only : 'mixedEnds';
}

function codeOf({ lost, named }: BatchOutcome): string {
  if (lost.size !== 1) return 'mixed_ends';
  const codes = new Set(named.map(({ code }) => code));
  return codes.size === 1 ? (named[0]?.code ?? 'shots_lost') : 'shots_lost';
}

/**
 * The line that goes on, behind what mends this machine where that stopped a line. Where all that may be spent is spent, only its own
 * words go on: genctl makes no line that lifts a limit.
 */
function goingOn({ named, stop }: BatchOutcome, { resume }: OnwardLines): Hint | undefined {
  if (stop instanceof BudgetError && stop.enoughUsd !== undefined) return undefined;
  const mend = named.find((lost) => lost.exit === 'machine' && isOnward(lost.mend))?.mend;
  const mended = hintAgain(mend, resume);
  return mended ? withSteps(mended, () => resume) : say`to go on: ${resume}`;
}

/** Tells whether a mend leads to what the line that goes on does: the typed line again, or the download of the job. */
function isOnward(mend: Hint | undefined): boolean {
  const steps = stepsOf(mend);
  return steps.length > 0 && steps.every((step) => step === thenAgain || isDownloadOfJob(step));
}

/** Exits of jobs that may have another attempt, with the state of each. */
const failedStates = {
  jobFailed: 'failed',
  jobExpired: 'expired',
  jobCanceled: 'canceled',
} as const satisfies Partial<Record<ExitName, JobStatus>>;

const ofFailedJobs: readonly ExitName[] = Object.keys(failedStates) as (keyof typeof failedStates)[];

/**
 * The hints that settle lines of which it is not known whether there is a job. A line that the journal alone knows, a person has to
 * look for.
 */
function settling({ lost, named }: Pick<BatchOutcome, 'lost' | 'named'>): Hint[] {
  const count = lost.get('outcomeUnknown') ?? 0;
  if (count === 0) return [];
  const forgotten = named.flatMap(({ forget, shot }) => (forget === undefined ? [] : [{ forget, shot }]));
  return [
    ...(count > forgotten.length ? [say`to settle the unknown ones: ${genctl`recover`}`] : []),
    ...forgotten.map(
      ({ forget, shot }) =>
        `only the journal knows about ${shot}: check with the service whether it has a job; if not: ${forget}`,
    ),
  ];
}

/** The words for one line, and for several. */
const partWords = {
  prompt: ['its prompt', 'their prompts'],
  draft: ['its draft', 'their drafts'],
  less: ['ask for less', 'ask for less'],
} as const satisfies Record<ChangedPart, readonly [string, string]>;

/** The lines to change, and the part of each where all have that in common. */
function changeWords({ count, lines, parts }: BatchOutcome['toChange']): string {
  const [only, ...others] = parts;
  const part = only === undefined || others.length > 0 ? '' : ` (${partWords[only][count === 1 ? 0 : 1]})`;
  const more = count > lines.length ? [`${count - lines.length} more`] : [];
  const named = allOfWords([...lines.map(String), ...more]);
  return `change ${count === 1 ? 'line' : 'lines'} ${named}${part}`;
}

/** The way on for failed shots: another attempt, unless each of them would fail again as it is. */
function ofFailed({ lost, toChange }: BatchOutcome, lines: OnwardLines): Hint[] {
  const failed = ofFailedJobs.reduce((sum, exit) => sum + (lost.get(exit) ?? 0), 0);
  if (failed === 0) return [];
  const onward =
    toChange.count === failed
      ? say`${changeWords(toChange)}, then: ${lines.reviseFailed}`
      : say`to retry the failed shots: ${lines.retryFailed}`;
  const states = Object.entries(failedStates).filter(([exit]) => lost.has(exit as ExitName));
  const seen = states.map(([, state]) => {
    const what = state === 'canceled' ? 'was canceled' : state;
    return say`to see what ${what}: ${lines.jobs(state)}`;
  });
  return [onward, ...seen];
}

/** How a batch goes on after a signal. A shot whose job that canceled counts as failed, and is sent again only where that is asked for. */
export function hintAfterSignal(
  outcome: Pick<BatchOutcome, 'left' | 'lost' | 'unsent'>,
  isCanceled: boolean,
  { resume, retryFailed }: Pick<OnwardLines, 'resume' | 'retryFailed'>,
): Hint {
  if (!isCanceled) return resume;
  if (!goesOn(outcome)) return say`to send the canceled shots again: ${retryFailed}`;
  return hintLines([
    say`to send canceled and failed shots again, and the rest: ${retryFailed}`,
    say`to go on without them: ${resume}`,
  ]);
}

/** Tells whether there is something to go on with that needs no other attempt. */
function goesOn({ left, lost, unsent }: Pick<BatchOutcome, 'left' | 'lost' | 'unsent'>): boolean {
  return unsent + left > 0 || [...lost.keys()].some((exit) => !ofFailedJobs.includes(exit));
}

function hintOf(outcome: BatchOutcome, stop: CliError | undefined, lines: OnwardLines): Hint {
  return hintLines([
    stop?.mend,
    ...(goesOn(outcome) ? [goingOn(outcome, lines)] : []),
    ...ofFailed(outcome, lines),
    ...settling(outcome),
  ]);
}
