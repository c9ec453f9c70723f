import type { CliError } from '../../errors/cli-error.ts';
import { BudgetError } from '../../errors/endings.ts';
import { downloadJob } from '../../follow/download-jobs.ts';
import { createFollow } from '../../follow/follow.ts';
import { followPorts } from '../../follow/words/follow-ports.ts';
import { isUnsettled } from '../../follow/words/journey-error.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { exitOfJob, isOver } from '../../service/lifecycle.ts';
import type { SubmitPorts } from '../../submit/submit.ts';
import { intentOf } from '../../submit/submit-each.ts';
import { submitPortsReader } from '../../submit/submit-ports.ts';
import { leavesOutcomeOpen } from '../../submit/submit-refusals.ts';
import { inOneLine } from '../check/line-findings.ts';
import { carryLines } from '../feed/carry-lines.ts';
import type { BatchJournal } from '../journal/journal.ts';
import type { MoneyRun } from '../money/money-run.ts';
import type { OpenBatch } from '../open-batch.ts';
import { filesWithin } from '../plan/line-word.ts';
import { createNamesOfLines, type NamesOfLines } from '../plan/names-of-lines.ts';
import { type PlannedLine, plannedLines, type WaitingRow } from '../plan/planned-lines.ts';
import type { LineTrouble } from '../report/line-ends.ts';
import type { LineBook } from '../rules/line-book.ts';
import type { ParentState } from '../rules/parent-state.ts';
import { failedJob, type LostLine, type OutcomeBook } from '../words/batch-outcome.ts';
import type { BatchEvents } from './batch-events.ts';
import type { BatchRunnerPorts } from './batch-runner.ts';
import { journaled, noteEnd } from './journaled.ts';
import type { BatchPorts } from './run.ts';
import { createSeenStates, type SeenStates } from './seen-states.ts';
import { attemptsOf, type BatchPace, type ShotEnd } from './shots.ts';
import { createWaitingLines, type WaitingLines } from './waiting-lines.ts';

export interface SendingBatch {
  batch: OpenBatch;
  book: LineBook;
  journal: BatchJournal;
  outcomes: OutcomeBook;
  events: BatchEvents | undefined;
  /** Undefined where nobody says what the batch may cost. */
  money: MoneyRun | undefined;
  /** Called with a line that ended without success in this run. */
  onLost(lost: LostLine): void;
  /** Called with a line that was not sent, and why. */
  onUnsent(line: number, why: LineTrouble): void;
  /** Called as a line ends, with its job where it has one. */
  onEnd(): void;
  onPace(pace: BatchPace): void;
}

/** How long submits under way may still wait for the ids of their jobs once the run is interrupted. Unit: ms. */
const lastWordMs = 1_500;

/**
 * Sends the lines that are to be sent, follows those whose jobs run, and adds up what becomes of them. Resolves with the jobs that
 * a signal left running.
 */
export async function sendLines(sending: SendingBatch): Promise<JobRecord[]> {
  const { batch, book, events, journal, money, outcomes } = sending;
  const { context, facts, input, journey } = batch;
  const submitPorts = await submitPortsOf(sending);
  const states = createSeenStates(context, journey);
  const left: JobRecord[] = [];
  const lose = (lost: LostLine): void => {
    outcomes.addLost(lost);
    events?.lost(lost);
    sending.onLost(lost);
  };
  const names = createNamesOfLines(batch);
  const waiting = waitingRows(sending);
  const lines = plannedLines({
    ...{ batch, book, submitPorts, waiting },
    onPlanned(line) {
      names.begin(line);
      money?.onPlanned(line);
    },
    onAside: (state) => money?.onAside(state),
    onFault: ({ line, shot }, error) =>
      lose({ line, shot, jobId: error.jobId, exit: error.exit, code: error.code, message: inOneLine(error) }),
  });
  const interruption = context.interruption();
  interruption.addEventListener('abort', waiting.stop, { once: true });
  if (interruption.aborted) waiting.stop();
  const carrying: BatchPorts<PlannedLine> = {
    clock: context.clock,
    gate: (await context.api(facts.account)).gate,
    inFlight: input.inFlight,
    signal: interruption,
    onBroken: waiting.stop,
    openFollow: followOpener(sending, names, states),
    onSent: (line, record) => events?.sent(line, record),
    onRepeat: ({ shot }, { record }, attempt) => repeated(sending, { shot, record, attempt }),
    async onEnd(line, end) {
      money?.onEnd(line.shot);
      const record = end.kind === 'followed' ? end.job.record : undefined;
      if (end.kind === 'followed') await states.settle(end.job);
      if (record !== undefined) await noteEnd(journal, line.shot, record);
      if (record !== undefined && end.kind === 'followed' && isUnsettled(end.job.end)) left.push(record);
      const lost = lostLine(line, end);
      names.end(line.shot, lost === undefined ? record : undefined);
      if (end.kind === 'refused' && isOfMoney(end)) tellStop(batch, outcomes, end.error);
      if (lost === 'unsent' || lost === 'left') {
        if (lost === 'left') outcomes.addLeft(record !== undefined && isOver(record.job));
        else addUnsent(sending, line);
        events?.ended(line, record, lost);
      } else if (lost !== undefined) lose(lost);
      else events?.ended(line, record, 'done');
      if (record !== undefined) outcomes.addCharge(record.id, record.job, 'in this run');
      if (lost === undefined && record !== undefined) {
        outcomes.addDone();
        printAnswer(batch, record);
      }
      sending.onEnd();
      waiting.settle(line.shot, stateOfEnd(line.shot, end, lost));
    },
    onPace: sending.onPace,
  };
  try {
    await carryLines(lines, carrying, { ...sending, ledger: submitPorts.ledger });
  } finally {
    interruption.removeEventListener('abort', waiting.stop);
  }
  names.tellOutdated();
  return left;
}

/** Tells that a line has another attempt, and notes the end of the one before: elsewhere only the journal says that it was free. */
async function repeated(
  { batch: { context }, journal }: SendingBatch,
  { attempt, record, shot }: { shot: string; record: JobRecord; attempt: number },
): Promise<void> {
  const { id, job } = record;
  const message = `${shot}: ${id} failed (${job.error?.code}), uncharged: attempt ${attempt}`;
  context.listen({ kind: 'warning', message });
  await noteEnd(journal, shot, record);
}

/** The lines that wait for others, with those told that are not sent because of them. */
function waitingRows(sending: SendingBatch): WaitingLines<WaitingRow> {
  const { batch, events, onEnd, outcomes } = sending;
  const { chains, context } = batch;
  return createWaitingLines<WaitingRow>({
    ...{ book: chains.book, clock: context.clock, childrenOf: chains.graph.childrenOf },
    onHeld({ line, shot }, reason) {
      outcomes.addHeld(shot);
      events?.held({ line, shot }, reason);
      onEnd();
    },
    onUnsent(line) {
      addUnsent(sending, line);
      events?.ended(line, undefined, 'unsent');
      onEnd();
    },
  });
}

/** Opens the flow that follows all jobs, and brings their files home under the names of their lines. */
function followOpener(
  { batch: { context, journey }, money }: Pick<SendingBatch, 'batch' | 'money'>,
  names: NamesOfLines,
  { keep }: SeenStates,
): BatchRunnerPorts<PlannedLine>['openFollow'] {
  return ({ onThrough, ...hears }) =>
    createFollow(journey, {
      ...followPorts(context, journey, onThrough),
      keep,
      download(record, onFiles) {
        const { formerTemplate, template } = names.of(record.intent?.batch?.shot) ?? journey;
        return downloadJob(context, record, { ...journey, formerTemplate, template }, onFiles);
      },
      ...hears,
      onWaited(end) {
        money?.onWaited(end);
        hears.onWaited?.(end);
      },
    });
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
function addUnsent({ money, onUnsent, outcomes }: SendingBatch, line: PlannedLine | WaitingRow): void {
  outcomes.addUnsent();
  const planned = 'kind' in line ? attemptsOf(line) : undefined;
  money?.onUnsent(planned === undefined ? undefined : intentOf(planned, 1));
  const { stop } = outcomes.outcome;
  if (stop instanceof BudgetError) onUnsent(line.line, { code: stop.code, message: stop.message });
}

/** The ports of submits that keep to what the batch may cost, and are noted in its journal. */
async function submitPortsOf({ batch, journal, money }: SendingBatch): Promise<SubmitPorts> {
  const { context, facts } = batch;
  const ports = await submitPortsReader(context, lastWordMs)(facts.account);
  const ledger = money === undefined ? ports.ledger : money.within(ports.ledger);
  return { ...ports, ledger: journaled(ledger, journal, context.clock) };
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
    const { code } = end.error;
    // After a signal nobody waited for the answer, and the job may exist.
    const exit = leavesOutcomeOpen(end.error) ? 'outcomeUnknown' : end.error.exit;
    return { line, shot, jobId: end.failed?.record.id, exit, code, message: inOneLine(end.error) };
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
  if (error !== undefined)
    return { line, shot, jobId, exit: error.exit, code: error.code, message: inOneLine(error) };
  return isMissing || exec?.kind === 'interrupted' ? 'left' : undefined;
}

function printAnswer({ context: { events, globals, terminal }, place }: OpenBatch, record: JobRecord): void {
  if (globals.json || events() !== undefined) return;
  const paths = filesWithin(place, record).map(({ path }) => path);
  terminal.out.values(place === undefined ? [record.id] : paths);
}
