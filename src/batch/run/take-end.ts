import type { CliError } from '../../errors/cli-error.ts';
import { BudgetError } from '../../errors/endings.ts';
import { isUnsettled } from '../../follow/words/journey-error.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { exitOfJob, isOver } from '../../service/lifecycle.ts';
import { intentOf } from '../../submit/submit-attempt.ts';
import { leavesOutcomeOpen } from '../../submit/submit-refusals.ts';
import { inOneLine } from '../check/line-findings.ts';
import type { BatchJournal } from '../journal/journal.ts';
import type { MoneyRun } from '../money/money-run.ts';
import type { OpenBatch } from '../open-batch.ts';
import type { PlannedLine, WaitingRow } from '../plan/planned-lines.ts';
import { filesWithin, type NamesOfLines } from '../plan/standing-line.ts';
import type { LineTrouble } from '../report/line-ends.ts';
import type { LineBook } from '../rules/line-book.ts';
import type { ParentState } from '../rules/parents.ts';
import { failedJob, type LostLine, type OutcomeBook } from '../words/batch-outcome.ts';
import type { BatchEvents } from './batch-events.ts';
import { noteEnd } from './journaled.ts';
import { attemptsOf, type BatchPace, type SeenStates, type ShotEnd } from './shots.ts';
import type { WaitingLines } from './waiting-lines.ts';

export interface SendingBatch {
  batch: OpenBatch;
  book: LineBook;
  journal: BatchJournal;
  outcomes: OutcomeBook;
  events: BatchEvents | undefined;
  /** Undefined where nobody says what the batch may cost. */
  money: MoneyRun | undefined;
  /** Counts and tells a line that ended without success in this run. */
  lose(lost: LostLine): void;
  /** Called with a line that was not sent, and why. */
  onUnsent(line: number, why: LineTrouble): void;
  /** Called as a line ends, with its job where it has one. */
  onEnd(): void;
  onPace(pace: BatchPace): void;
}

/** A shot whose job goes on. Its line counts as left, or as lost where nobody got to know how far the job is. */
export interface LeftShot {
  shot: string;
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
  const { batch, events, journal, lose, money, names, outcomes } = ports;
  money?.onEnd(line.shot);
  const record = end.kind === 'followed' ? end.job.record : undefined;
  if (end.kind === 'followed') await ports.states.settle(end.job);
  if (record !== undefined) await noteEnd(journal, line.shot, record);
  const lost = lostLine(line, end);
  if (record !== undefined && end.kind === 'followed' && isUnsettled(end.job.end))
    ports.left.push({ shot: line.shot, record, countsAs: lost === 'left' ? 'left' : 'lost' });
  names.end(line.shot, lost === undefined ? record : undefined);
  if (end.kind === 'refused' && isOfMoney(end)) tellStop(batch, outcomes, end.error);
  if (lost === 'unsent' || lost === 'left') {
    if (lost === 'left') outcomes.addLeft(record !== undefined && isOver(record.job));
    else addUnsent(ports, line);
    events?.ended(line, record, lost);
  } else if (lost !== undefined) lose(lost);
  else events?.ended(line, record, 'done');
  if (record !== undefined) outcomes.addCharge(record.id, record.job, 'in this run');
  if (lost === undefined && record !== undefined) {
    outcomes.addDone();
    printAnswer(batch, record);
  }
  ports.onEnd();
  ports.waiting.settle(line.shot, stateOfEnd(line.shot, end, lost));
}

/** How far a line is for those that wait for it. What a job made is there, whether or not its file came home. */
function stateOfEnd(of: string, end: ShotEnd, lost: ReturnType<typeof lostLine>): ParentState {
  const job = end.kind === 'followed' ? end.job.record : undefined;
  if (job?.job.status === 'succeeded') return { kind: 'there', jobId: job.id };
  if (lost === 'unsent' || lost === 'left') return { kind: 'unsent' };
  if (lost?.exit === 'waitTimedOut') return { kind: 'unsent' };
  return { kind: 'lost', how: lost?.exit === 'outcomeUnknown' ? 'uncertain' : 'failed', of, jobId: job?.id };
}

/** Counts a line that was not sent; for the report a budget that was reached is the reason. */
export function addUnsent({ money, onUnsent, outcomes }: SendingBatch, line: PlannedLine | WaitingRow): void {
  outcomes.addUnsent();
  const planned = 'kind' in line ? attemptsOf(line) : undefined;
  money?.onUnsent(planned === undefined ? undefined : intentOf(planned, 1));
  const { stop } = outcomes.outcome;
  if (stop instanceof BudgetError) onUnsent(line.line, { code: stop.code, message: stop.message });
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

/** The loss of a line at its end; undefined where it succeeded. `unsent`: it has no job; `left`: that goes on. */
function lostLine({ line, shot }: PlannedLine, end: ShotEnd): LostLine | 'left' | 'unsent' | undefined {
  if (end.kind === 'unsent') return 'unsent';
  if (end.kind === 'refused') {
    if (isOfMoney(end))
      return end.failed === undefined ? 'unsent' : { line, shot, ...failedJob(end.failed.record) };
    const lost = { line, shot, jobId: end.failed?.record.id, ...lossOf(end.error) };
    // After a signal nobody waited for the answer, and the job may exist.
    return leavesOutcomeOpen(end.error) ? { ...lost, exit: 'outcomeUnknown' } : lost;
  }
  const { end: wait, exec, failure, isMissing, record } = end.job;
  const jobId = record.id;
  if (wait.kind === 'timed-out') {
    const message = 'it did not finish within the waiting time';
    return { line, shot, jobId, exit: 'waitTimedOut', code: 'wait_timeout', message };
  }
  if (wait.kind === 'left') return 'left';
  if (wait.kind === 'over' && exitOfJob(record.job) !== 'done') return { line, shot, ...failedJob(record) };
  const error =
    wait.kind === 'failed' ? wait.error : (failure ?? (exec?.kind === 'failed' ? exec.error : undefined));
  if (error !== undefined) return { line, shot, jobId, ...lossOf(error) };
  return isMissing || exec?.kind === 'interrupted' ? 'left' : undefined;
}

/** A line's loss by an error. */
export function lossOf(error: CliError): Pick<LostLine, 'code' | 'exit' | 'mend' | 'message'> {
  const { code, exit, mend } = error;
  return { exit, code, message: inOneLine(error), mend };
}

function printAnswer({ context: { events, globals, terminal }, place }: OpenBatch, record: JobRecord): void {
  if (globals.json || events() !== undefined) return;
  const paths = filesWithin(place, record).map(({ path }) => path);
  terminal.out.values(place === undefined ? [record.id] : paths);
}
