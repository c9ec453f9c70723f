import type { CliError } from '../../errors/cli-error.ts';
import { BudgetError } from '../../errors/endings.ts';
import { isUnsettled } from '../../follow/words/journey-error.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { exitOfJob } from '../../service/lifecycle.ts';
import { intentOf } from '../../submit/submit-attempt.ts';
import { leavesOutcomeOpen } from '../../submit/submit-refusals.ts';
import { signedLines } from '../../text/aligned.ts';
import { safeLine } from '../../text/safe-text.ts';
import { inOneLine } from '../check/line-findings.ts';
import type { OwnJournal } from '../journal/journal.ts';
import type { MoneyRun } from '../money/money-run.ts';
import type { OpenBatch } from '../open-batch.ts';
import type { PlannedLine, WaitingRow } from '../plan/planned-lines.ts';
import { filesWithin, type NamesOfLines } from '../plan/standing-line.ts';
import type { LineTrouble } from '../report/line-ends.ts';
import type { LineBook } from '../rules/line-book.ts';
import type { ParentState } from '../rules/parents.ts';
import {
  failedJob,
  type LineResult,
  type Loss,
  type NamedLine,
  type OutcomeBook,
} from '../words/batch-outcome.ts';
import type { BatchEvents } from './batch-events.ts';
import { noteEnd } from './journaled.ts';
import type { BatchPace, SeenStates, ShotEnd } from './shots.ts';
import type { WaitingLines } from './waiting-lines.ts';

export interface SendingBatch {
  batch: OpenBatch;
  book: LineBook;
  journal: OwnJournal;
  outcomes: OutcomeBook;
  events: BatchEvents | undefined;
  /** Undefined where nobody says what the batch may cost. */
  money: MoneyRun | undefined;
  /** Counts and tells how a line came out. */
  tell(line: NamedLine, result: LineResult): void;
  onPace(pace: BatchPace): void;
}

/** A shot whose job goes on. Its line counts as left, or as lost where nobody got to know how far the job is. */
export interface LeftShot {
  record: JobRecord;
  countsAs: 'left' | 'lost';
}

interface EndPorts extends SendingBatch {
  /** Collects the shots whose jobs a signal left running. */
  left: LeftShot[];
  names: NamesOfLines;
  states: SeenStates;
  waiting: WaitingLines<WaitingRow>;
}

/** Takes in the end of a line: for the journal, for what it cost, for whoever watches, and for the lines that wait for it. */
export async function takeEnd(line: PlannedLine, end: ShotEnd, ports: EndPorts): Promise<void> {
  const { batch, journal, names, outcomes } = ports;
  const { original, shot } = line;
  ports.money?.onEnd(original);
  const record = end.kind === 'followed' ? end.job.record : undefined;
  if (end.kind === 'followed') await ports.states.settle(end.job);
  if (record !== undefined) await noteEnd(journal, record);
  const result = resultOf(line, end);
  if (record !== undefined && end.kind === 'followed' && isUnsettled(end.job.end))
    ports.left.push({ record, countsAs: result.kind === 'left' ? 'left' : 'lost' });
  names.end(original, result.kind === 'done' ? record : undefined);
  if (end.kind === 'refused' && isOfMoney(end)) tellStop(batch, outcomes, end.error);
  ports.tell(line, result);
  if (record !== undefined) outcomes.addCharge(record.id, record.job, 'in this run');
  ports.waiting.settle(shot, stateOfEnd(shot, record, result));
}

/** How far a line is for those that wait for it. What a job made is there, whether or not its file came home. */
function stateOfEnd(of: string, record: JobRecord | undefined, result: LineResult): ParentState {
  if (record?.job.status === 'succeeded') return { kind: 'there', jobId: record.id };
  const { exit = 'waitTimedOut', goesOn } = result.kind === 'lost' ? result.loss : {};
  if (goesOn === true || exit === 'waitTimedOut') return { kind: 'unsent' };
  return { kind: 'lost', how: exit === 'outcomeUnknown' ? 'uncertain' : 'failed', of, jobId: record?.id };
}

/** Returns what counts and tells how a line came out. */
export function lineTeller({
  batch: { context, input, place },
  events,
  money,
  outcomes,
  troubles,
}: Pick<SendingBatch, 'batch' | 'events' | 'money' | 'outcomes'> & {
  troubles: Map<number, LineTrouble>;
}): SendingBatch['tell'] {
  const { out, err } = context.terminal;
  const isReported = input.report !== undefined || input.failed !== undefined;
  return ({ line, shot }, result) => {
    outcomes.take({ line, shot }, result);
    events?.line({ line, shot }, result);
    if (result.kind === 'unsent') money?.onUnsent(result.intent);
    // For the report a budget that was reached is the reason.
    const { stop } = outcomes.outcome;
    const isOverBudget = result.kind === 'unsent' && stop instanceof BudgetError;
    const trouble = result.kind === 'lost' ? result.loss : isOverBudget ? stop : undefined;
    if (isReported && trouble !== undefined)
      troubles.set(line, { code: trouble.code, message: trouble.message });
    if (result.kind === 'lost') {
      const text = safeLine(`line ${line}${shot === undefined ? '' : `, ${shot}`}: ${result.loss.message}`);
      err.lines(signedLines({ text: err.symbols.bad, paint: err.colors.bad }, { text }, err));
    }
    if (context.globals.json || context.events() !== undefined) return;
    const record = 'record' in result ? result.record : undefined;
    if (record === undefined) return;
    // Files that came are there, whatever kept the others of the job away.
    if (place !== undefined) out.values(filesWithin(place, record).map(({ path }) => path));
    else if (result.kind === 'done') out.values([record.id]);
  };
}

/** Tells whether a line was refused because balance or budget has nothing left, which says nothing about the line. */
function isOfMoney({ error, failed }: Extract<ShotEnd, { kind: 'refused' }>): boolean {
  return error instanceof BudgetError || (error.exit === 'outOfBalance' && failed === undefined);
}

/** Tells once, and while the others are still waited for, why no more lines are sent. */
function tellStop({ context }: OpenBatch, outcomes: OutcomeBook, error: CliError): void {
  if (outcomes.outcome.stop !== undefined || context.interruption().aborted) return;
  outcomes.stop(error);
  context.listen({ kind: 'warning', message: `genctl sends no more: ${error.message}` });
}

/** How a line came out, by its end. */
function resultOf(line: PlannedLine, end: ShotEnd): LineResult {
  if (end.kind === 'unsent') return unsent(line);
  if (end.kind === 'refused') {
    const { error, failed } = end;
    if (isOfMoney(end)) return failed === undefined ? unsent(line) : lost(failedJob(failed.record));
    const loss = { jobId: failed?.record.id, ...lossOf(error) };
    // After a signal nobody waited for the answer, and the job may exist.
    return lost(leavesOutcomeOpen(error) ? { ...loss, exit: 'outcomeUnknown' } : loss);
  }
  const { end: wait, exec, failure, isMissing, record } = end.job;
  const jobId = record.id;
  if (wait.kind === 'timed-out') {
    const message = 'it did not finish within the waiting time';
    return lost({ jobId, exit: 'waitTimedOut', code: 'wait_timeout', message });
  }
  if (wait.kind === 'left') return { kind: 'left', record };
  if (wait.kind === 'over' && exitOfJob(record.job) !== 'done') return lost(failedJob(record));
  if (wait.kind === 'failed') {
    // A trouble of this machine may hide that the job has ended.
    const goesOn = isUnsettled(wait) && wait.error.exit !== 'machine' ? true : undefined;
    return lost({ jobId, goesOn, ...lossOf(wait.error) });
  }
  const error = failure ?? (exec?.kind === 'failed' ? exec.error : undefined);
  if (error !== undefined) return lost({ jobId, ...lossOf(error) }, record);
  return { kind: isMissing || exec?.kind === 'interrupted' ? 'left' : 'done', record };
}

function lost(loss: Loss, record?: JobRecord): LineResult {
  return { kind: 'lost', loss, record };
}

function unsent({ planned }: PlannedLine): LineResult {
  return { kind: 'unsent', intent: planned && intentOf(planned, 1) };
}

/** A line's loss by an error. */
export function lossOf(error: CliError): Pick<Loss, 'code' | 'exit' | 'mend' | 'message'> {
  const { code, exit, mend } = error;
  return { exit, code, message: inOneLine(error), mend };
}
