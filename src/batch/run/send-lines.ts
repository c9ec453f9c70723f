import { downloadJob } from '../../follow/download-jobs.ts';
import { createFollow, followPorts } from '../../follow/follow.ts';
import type { JobRecord } from '../../ledger/record.ts';
import type { SubmitPorts } from '../../submit/submit.ts';
import { submitPortsReader } from '../../submit/submit-ports.ts';
import { inOneLine } from '../check/line-findings.ts';
import { carryLines } from '../feed/carry-lines.ts';
import { createNamesOfLines, type NamesOfLines } from '../plan/names-of-lines.ts';
import { type PlannedLine, plannedLines, type WaitingRow } from '../plan/planned-lines.ts';
import type { LostLine } from '../words/batch-outcome.ts';
import type { BatchPorts, BatchRunnerPorts } from './batch-runner.ts';
import { journaled, noteEnd } from './journaled.ts';
import { createSeenStates, type SeenStates } from './seen-states.ts';
import { addUnsent, type SendingBatch, takeEnd } from './take-end.ts';
import { createWaitingLines, type WaitingLines } from './waiting-lines.ts';

/** How long submits under way may still wait for the ids of their jobs once the run is interrupted. Unit: ms. */
const lastWordMs = 1_500;

/**
 * Sends the lines that are to be sent, follows those whose jobs run, and adds up what becomes of them. Resolves with the jobs that
 * a signal left running.
 */
export async function sendLines(sending: SendingBatch): Promise<JobRecord[]> {
  const { batch, book, events, money, outcomes } = sending;
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
    onEnd: (line, end) => takeEnd(line, end, { ...sending, left, lose, names, states, waiting }),
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

/** The ports of submits that keep to what the batch may cost, and are noted in its journal. */
async function submitPortsOf({ batch, journal, money }: SendingBatch): Promise<SubmitPorts> {
  const { context, facts } = batch;
  const ports = await submitPortsReader(context, lastWordMs)(facts.account);
  const ledger = money === undefined ? ports.ledger : money.within(ports.ledger);
  return { ...ports, ledger: journaled(ledger, journal, context.clock) };
}
