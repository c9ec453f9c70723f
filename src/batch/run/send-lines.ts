import { downloadJob } from '../../follow/download-jobs.ts';
import { createFollow, followPorts } from '../../follow/follow.ts';
import { afterSignal } from '../../follow/words/on-interrupt.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { isOver } from '../../service/lifecycle.ts';
import type { SubmitPorts } from '../../submit/submit.ts';
import { submitPortsReader } from '../../submit/submit-ports.ts';
import type { CheckedBatch } from '../check/check-batch.ts';
import { carryLines } from '../feed/carry-lines.ts';
import { notePicks } from '../finals/pick-gate.ts';
import type { MoneyRun } from '../money/money-run.ts';
import type { OpenBatch } from '../open-batch.ts';
import { type PlannedLine, plannedLines, type WaitingRow } from '../plan/planned-lines.ts';
import { createNamesOfLines, type NamesOfLines } from '../plan/standing-line.ts';
import { noteRenames } from '../renames/renamed-lines.ts';
import type { LineTrouble } from '../report/line-ends.ts';
import { newJobs } from '../rules/line-book.ts';
import { batchTally, createBatchProgress, endedLines } from '../words/batch-progress.ts';
import type { BatchEvents } from './batch-events.ts';
import type { BatchPorts, BatchRunnerPorts } from './batch-runner.ts';
import { journaled, journalRun, noteEnd } from './journaled.ts';
import { type BatchPace, createSeenStates, type SeenStates } from './shots.ts';
import { type LeftShot, lineTeller, lossOf, type SendingBatch, takeEnd } from './take-end.ts';
import { createWaitingLines, type WaitingLines } from './waiting-lines.ts';

/** The parts of sending, beside the batch itself. */
interface SendingParts {
  events: BatchEvents | undefined;
  money: MoneyRun | undefined;
  troubles: Map<number, LineTrouble>;
}

/** The jobs that a signal left. */
interface LeftJobs {
  /** By their ids. */
  goingOn: readonly string[];
  /** Those that were to be canceled, and are over now. */
  stopped: readonly JobRecord[];
}

/** Sends and follows the lines, with the progress shown meanwhile. Resolves with the jobs that a signal left, as they are then. */
export async function sendAll(
  batch: OpenBatch,
  { book, outcomes, total }: CheckedBatch,
  { events, money, troubles }: SendingParts,
): Promise<LeftJobs> {
  const { context, journey } = batch;
  const { clock, terminal } = context;
  const journal = batch.journal.own;
  const submitPorts = await submitPortsOf({ batch, journal, money });
  // Each new line would end so; and a journal that this key has begun would be taken for one of its account.
  if (submitPorts.claimError !== undefined && newJobs(book) > 0) throw submitPorts.claimError;
  let [pace, paceMs]: [BatchPace | undefined, number] = [undefined, 0];
  const before = endedLines(outcomes.outcome);
  const tallied = { outcomes, money, total, before, sinceMs: clock.monotonicMs() };
  const tally = () => batchTally(tallied, { pace, paceMs });
  const progress = createBatchProgress(terminal, clock, tally);
  const shown = progress.run();
  const takeBack = context.beforeKilled(progress.stop);
  try {
    await batch.journal.begin(journalRun(batch));
    if (batch.renamed !== undefined) await noteRenames(journal, batch.renamed, clock);
    if (batch.gate !== undefined) await notePicks(journal, batch.gate.newlyPicked(), clock);
    const sending = { batch, book, journal, outcomes, events, money };
    const left = await sendLines(submitPorts, {
      ...sending,
      tell: lineTeller({ ...sending, troubles }),
      onPace(now) {
        [pace, paceMs] = [now, clock.monotonicMs()];
        events?.pace(now, money?.sums);
      },
    });
    const now = await afterSignal(
      context,
      left.map(({ record }) => record),
      journey,
    );
    const stopped: JobRecord[] = [];
    for (const [place, { countsAs, record: before }] of left.entries()) {
      const record = now[place] ?? before;
      if (record === before || !isOver(record.job)) continue;
      stopped.push(record);
      await noteEnd(journal, record);
      outcomes.addCharge(record.id, record.job, 'in this run');
      if (countsAs === 'left') outcomes.settleLeft(record.job);
    }
    return { goingOn: now.filter(({ job }) => !isOver(job)).map(({ id }) => id), stopped };
  } finally {
    if (context.interruption().aborted) outcomes.addUnread(total);
    takeBack();
    progress.stop();
    await shown;
  }
}

/** How long submits under way may still wait for the ids of their jobs once the run is interrupted. Unit: ms. */
const lastWordMs = 1_500;

/**
 * Sends the lines that are to be sent, follows those whose jobs run, and adds up what becomes of them. Resolves with the shots
 * whose jobs a signal left running.
 */
async function sendLines(submitPorts: SubmitPorts, sending: SendingBatch): Promise<LeftShot[]> {
  const { batch, book, events, money } = sending;
  const { context, facts, input, journey } = batch;
  const states = createSeenStates(context, journey);
  const left: LeftShot[] = [];
  const names = createNamesOfLines(batch);
  const waiting = waitingRows(sending);
  const lines = plannedLines({
    ...{ batch, book, submitPorts, waiting },
    onPlanned(line) {
      names.begin(line);
      money?.onPlanned(line);
    },
    onAside: (state) => money?.onAside(state),
    onFault: (line, error) =>
      sending.tell(line, { kind: 'lost', loss: { jobId: error.jobId, ...lossOf(error) } }),
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
    onSent: (line, record) => events?.line(line, { kind: 'sent', record }),
    onRepeat: ({ shot }, { record }, attempt) => repeated(sending, { shot, record, attempt }),
    onEnd: (line, end) => takeEnd(line, end, { ...sending, left, names, states, waiting }),
    onPace: sending.onPace,
  };
  try {
    await carryLines(lines, carrying, { ...sending, submitPorts });
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
  await noteEnd(journal, record);
}

/** The lines that wait for others, with those told that are not sent because of them. */
function waitingRows(sending: SendingBatch): WaitingLines<WaitingRow> {
  const { chains, context } = sending.batch;
  return createWaitingLines<WaitingRow>({
    ...{ book: chains.book, clock: context.clock, childrenOf: chains.graph.childrenOf },
    onHeld: (line, reason) => sending.tell(line, { kind: 'held', reason }),
    onUnsent: (line) => sending.tell(line, { kind: 'unsent' }),
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
        const { formerTemplates, template } = names.of(record.intent?.batch?.shot) ?? {
          ...journey,
          formerTemplates: [],
        };
        return downloadJob(context, record, { ...journey, formerTemplates, template }, onFiles);
      },
      ...hears,
      onWaited(end) {
        money?.onWaited(end);
        hears.onWaited?.(end);
      },
    });
}

/** The ports of submits that keep to what the batch may cost, and are noted in its journal. */
async function submitPortsOf({
  batch,
  journal,
  money,
}: Pick<SendingBatch, 'batch' | 'journal' | 'money'>): Promise<SubmitPorts> {
  const { context, facts } = batch;
  const ports = await submitPortsReader(context, lastWordMs)(facts.account);
  const ledger = money === undefined ? ports.ledger : money.within(ports.ledger);
  return { ...ports, ledger: journaled(ledger, journal, context.clock) };
}
