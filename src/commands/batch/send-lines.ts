import type { CliError } from '../../errors/cli-error.ts';
import { runBatch } from '../../flows/batch/run.ts';
import { createSeenStates } from '../../flows/batch/seen-states.ts';
import { isUncertain } from '../../flows/batch/send.ts';
import type { BatchPace, ShotEnd } from '../../flows/batch/shots.ts';
import { createFollow } from '../../flows/follow/follow.ts';
import type { LineBook } from '../../rules/batch/standing-code.ts';
import { exitOfJob } from '../../rules/lifecycle.ts';
import type { BatchJournal } from '../../store/batch/journal.ts';
import type { JobRecord } from '../../store/ledger/record.ts';
import { downloadJob } from '../journey/files/download-jobs.ts';
import { followPorts } from '../journey/follow-ports.ts';
import { isUnsettled } from '../journey/journey-error.ts';
import { submitPortsReader } from '../request/submit-ports.ts';
import type { BatchEvents } from './batch-events.ts';
import { failedJob, type LostLine, type OutcomeBook } from './batch-outcome.ts';
import { inOneLine } from './check/line-faults.ts';
import { journaled, noteEnd } from './journaled.ts';
import { filesWithin } from './line-standing.ts';
import type { OpenBatch } from './open-batch.ts';
import { type PlannedLine, plannedLines } from './planned-lines.ts';

export interface SendingBatch {
  batch: OpenBatch;
  book: LineBook;
  journal: BatchJournal;
  outcomes: OutcomeBook;
  events: BatchEvents | undefined;
  /** Called with a line that ended without success in this run. */
  onLost(lost: LostLine): void;
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
  const { batch, book, events, journal, outcomes } = sending;
  const { context, facts, input, journey } = batch;
  const ports = await submitPortsReader(context, lastWordMs)(facts.account);
  const submitPorts = { ...ports, ledger: journaled(ports.ledger, journal, context.clock) };
  const states = createSeenStates(context, journey);
  const left: JobRecord[] = [];
  const lose = (lost: LostLine): void => {
    outcomes.addLost(lost);
    events?.lost(lost);
    sending.onLost(lost);
  };
  /** The names of files of the lines that have no end yet. */
  const templates = new Map<string, string>();
  const lines = plannedLines({
    batch,
    book,
    submitPorts,
    onPlanned: ({ shot, template }) => void templates.set(shot, template),
    onFault: ({ line, shot }, error) =>
      lose({ line, shot, jobId: error.jobId, exit: error.exit, code: error.code, message: inOneLine(error) }),
  });
  await runBatch(lines, {
    clock: context.clock,
    gate: (await context.api(facts.account)).gate,
    inFlight: input.inFlight,
    signal: context.interruption(),
    openFollow: ({ onThrough, ...hears }) =>
      createFollow(journey, {
        ...followPorts(context, journey, onThrough),
        keep: states.keep,
        download(record, onFiles) {
          const template = templates.get(record.intent?.batch?.shot ?? '') ?? journey.template;
          return downloadJob(context, record, { ...journey, template }, onFiles);
        },
        ...hears,
      }),
    onSent: (line, record) => events?.sent(line, record),
    onRepeat({ shot }, { record: { id, job } }, attempt) {
      const message = `${shot}: ${id} failed (${job.error?.code}), uncharged: attempt ${attempt}`;
      context.listen({ kind: 'warning', message });
    },
    async onEnd(line, end) {
      templates.delete(line.shot);
      const record = end.kind === 'followed' ? end.job.record : undefined;
      if (end.kind === 'followed') await states.settle(end.job);
      if (record !== undefined) await noteEnd(journal, line.shot, record);
      if (record !== undefined && end.kind === 'followed' && isUnsettled(end.job.end)) left.push(record);
      const lost = lostLine(line, end);
      if (end.kind === 'refused' && isOfBalance(end)) tellStop(batch, outcomes, end.error);
      if (lost === 'unsent') {
        outcomes.addUnsent();
        events?.ended(line, record, lost);
      } else if (lost === 'left') {
        outcomes.addLeft();
        events?.ended(line, record, lost);
      } else if (lost !== undefined) lose(lost);
      else events?.ended(line, record, 'done');
      if (record !== undefined) outcomes.addCharge(record.job.cost_usd);
      if (lost === undefined && record !== undefined) {
        outcomes.addDone();
        printAnswer(batch, record);
      }
      sending.onEnd();
    },
    onPace: sending.onPace,
  });
  return left;
}

/** Whether a line was refused because the account has no balance left, which says nothing about the line. */
function isOfBalance({ error, failed }: Extract<ShotEnd, { kind: 'refused' }>): boolean {
  return error.exit === 'outOfBalance' && failed === undefined;
}

/** Tells once, and while the others are still waited for, why no more lines are sent. */
function tellStop({ context }: OpenBatch, outcomes: OutcomeBook, error: CliError): void {
  if (outcomes.outcome.stop !== undefined) return;
  outcomes.stop(error);
  context.listen({ kind: 'warning', message: `no more is sent: ${inOneLine(error)}` });
}

/** What a line lacks at its end; undefined where it succeeded. `unsent`: it has no job; `left`: that goes on. */
function lostLine({ line, shot }: PlannedLine, end: ShotEnd): LostLine | 'left' | 'unsent' | undefined {
  if (end.kind === 'unsent') return 'unsent';
  if (end.kind === 'refused') {
    if (isOfBalance(end)) return 'unsent';
    const { code } = end.error;
    // After a signal nobody waited for the answer, and the job may exist.
    const exit = isUncertain(end.error) ? 'outcomeUnknown' : end.error.exit;
    return { line, shot, jobId: end.failed?.record.id, exit, code, message: inOneLine(end.error) };
  }
  const { end: wait, exec, failure, isMissing, record } = end.job;
  const jobId = record.id;
  if (wait.kind === 'timed-out') {
    const message = 'it is not over yet; the time to wait is';
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

function printAnswer({ context: { events, globals, terminal }, folder }: OpenBatch, record: JobRecord): void {
  if (globals.json || events() !== undefined) return;
  const paths = filesWithin(folder, record).map(({ path }) => path);
  terminal.out.lines(folder === undefined ? [record.id] : paths);
}
