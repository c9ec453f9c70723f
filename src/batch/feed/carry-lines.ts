import type { OutputMeans } from '../../outputs/output-means.ts';
import { readPlace } from '../../outputs/rules/place-address.ts';
import type { FeedPorts, HeldUp } from '../../queue/feed/fed-line.ts';
import type { SubmitPorts } from '../../submit/submit.ts';
import { textLines } from '../../text/aligned.ts';
import { isoTime } from '../../text/iso-time.ts';
import { safeLine } from '../../text/safe-text.ts';
import { counted } from '../../text/shown-value.ts';
import type { OwnJournal } from '../journal/journal.ts';
import type { MoneyRun } from '../money/money-run.ts';
import type { BatchQueue, OpenBatch } from '../open-batch.ts';
import type { PlannedLine } from '../plan/planned-lines.ts';
import { queueLine } from '../queue-flags.ts';
import { type BatchPorts, runBatch } from '../run/batch-runner.ts';
import { noteSend } from '../run/journaled.ts';
import type { ShotEnd } from '../run/shots.ts';
import type { SendingBatch } from '../run/take-end.ts';
import type { BatchOutcome } from '../words/batch-outcome.ts';
import type { BatchFeed } from './feed-input.ts';

interface Carrying {
  batch: OpenBatch;
  /** Undefined where nothing bounds what the batch may cost. */
  money: Pick<MoneyRun, 'onEnd' | 'onWaited'> | undefined;
  journal: Pick<OwnJournal, 'append'>;
  tell: SendingBatch['tell'];
  /** `ledger` claims within those bounds, and notes what it does in the journal. */
  submitPorts: Pick<SubmitPorts, 'claimError' | 'ledger'>;
}

/** Carries the lines to their ends: by this run, or by the workers of a queue. */
export async function carryLines(
  lines: AsyncIterable<PlannedLine>,
  ports: BatchPorts<PlannedLine>,
  carrying: Carrying,
): Promise<void> {
  const { queue } = carrying.batch;
  await (queue === undefined ? runBatch(lines, ports) : feedBatch(lines, ports, { ...carrying, queue }));
}

/** Lines of a batch that may be in a queue at once: work for minutes for a large account. This process holds each of them in memory. */
const linesInQueueMost = 2_000;

async function feedBatch(
  lines: AsyncIterable<PlannedLine>,
  ports: BatchPorts<PlannedLine>,
  carrying: Carrying & { queue: BatchQueue },
): Promise<void> {
  const { batch, money, queue } = carrying;
  const { claimError, ledger } = carrying.submitPorts;
  // Workers would send what this run may not claim.
  if (claimError !== undefined) throw claimError;
  const { detach } = queue.feed;
  const { idempotencyWindowMs: keyWindowMs } = batch.facts.defaults;
  const { feedLines } = await import('../../queue/feed/feed-lines.ts');
  const { connection, own } = await queue.open();
  let withoutFiles = 0;
  await feedLines(lines, {
    ...ports,
    ...{ connection, own, ledger, keyWindowMs, window: linesInQueueMost, detach },
    ...admission(carrying),
    async onEnd(line, end) {
      if (isWithoutFiles(end)) withoutFiles += 1;
      await ports.onEnd(line, end);
    },
    onWaited: (end) => money?.onWaited(end),
    onUnheard: ({ original }) => money?.onEnd(original),
    onHeldUp: (why) => tellHeldUp(batch, why),
    onLeft: (line) => carrying.tell(line, { kind: 'left' }),
  });
  tellWithoutFiles(batch, withoutFiles);
}

/** Tells whether a shot is done whose worker brought no file of it home. */
function isWithoutFiles(end: ShotEnd): boolean {
  if (end.kind !== 'followed') return false;
  const { files, job } = end.job.record;
  return job.status === 'succeeded' && files.length === 0;
}

/**
 * How lines are written down before they are in the queue. Where money is bounded they are claimed in the ledger, which alone knows
 * what is spent and what is in flight; nothing else of this batch lets a line in, so that the bound holds over all workers.
 */
function admission({
  batch: { context, facts },
  journal,
  money,
  submitPorts: { ledger },
}: Carrying): Pick<FeedPorts<PlannedLine>, 'admit' | 'refused'> {
  const clock = context.clockOf(facts.account);
  const now = (): string => isoTime(clock.nowMs());
  if (money === undefined)
    return { admit: (intent) => noteSend(journal, intent, now()), refused: async () => {} };
  return {
    async admit(intent) {
      // It notes it in the journal as well. A claim of an earlier run stands for this one, too.
      const claim = await ledger.claimToSend(intent, now());
      if (!claim.claimed) await noteSend(journal, intent, now());
    },
    async refused(intent, { code, message, status }) {
      await ledger.recordRefusal(intent, { at: now(), status: status ?? null, code, message });
    },
  };
}

/**
 * Tells of a run that left its shots in the queue, as it was to, with the line that collects them. Returns whether that is all there is
 * to tell: nothing is wrong with a shot that is not done, and workers go on with them.
 */
export function tellInQueue(
  { context: { terminal }, input }: Pick<OpenBatch, 'context' | 'input'>,
  { held, left, lost, unsent }: BatchOutcome,
  line: string,
): boolean {
  if (input.feed?.detach !== true || left === 0 || lost.size > 0 || unsent > 0 || held > 0) return false;
  const text = `${counted(left, 'shot')} in the queue; to collect results: ${line}`;
  terminal.err.lines(textLines({ text }, terminal.err));
  return true;
}

/** Tells of a feeder that a signal stopped who goes on, and what stops them. */
export function tellWorkersGoOn(
  { context, input }: Pick<OpenBatch, 'context' | 'input'>,
  { left }: BatchOutcome,
): void {
  if (input.feed === undefined || left === 0 || !context.interruption().aborted) return;
  const line = queueLine(context.globals, input.typed.queue, ['queue', 'pause']);
  const message = `workers go on with ${counted(left, 'shot')}, which may be charged; to pause them: ${line}`;
  context.listen({ kind: 'warning', message });
}

/** Tells what holds the lines up, with the line that has them go on. */
function tellHeldUp(
  { context, facts: { account }, input }: Pick<OpenBatch, 'context' | 'facts' | 'input'>,
  why: HeldUp,
): void {
  const lineFor = (...words: string[]): string => queueLine(context.globals, input.typed.queue, words);
  const ofKey =
    account.keySource === 'command' ? `; its credential_command has to print the same key there` : '';
  const messages: Record<HeldUp, string> = {
    paused: `the queue is paused, so no worker takes a line; to resume it: ${lineFor('queue', 'resume')}`,
    'no worker': `no worker serves this account; to start one: ${workerLine({ context, input })}${ofKey}`,
    'service away': 'workers could not reach the service; they will try their lines again',
  };
  context.listen({ kind: 'warning', message: messages[why] });
}

/** Tells of shots that are done, and whose files no worker brought home, where they are wanted. */
function tellWithoutFiles(
  { context, input, journey }: Pick<OpenBatch, 'context' | 'input' | 'journey'>,
  count: number,
): void {
  if (count === 0 || !journey.download) return;
  const message = `workers finished ${counted(count, 'shot')} without downloading; to get the files, start a worker and run this again: ${workerLine({ context, input })}`;
  context.listen({ kind: 'warning', message });
}

/** Starts a worker whose files go where they are looked for. */
function workerLine({ context, input }: Pick<OpenBatch, 'context' | 'input'>): string {
  const { dir, queue } = input.typed;
  return queueLine(context.globals, queue, ['worker', ...(dir === undefined ? [] : ['--dir', dir])]);
}

/** Tells that others render the batch, where nothing on the line says so. */
export function tellQueueOfEnvironment(
  { terminal }: Pick<OutputMeans, 'terminal'>,
  feed: BatchFeed | undefined,
): void {
  if (feed?.ofEnvironment === undefined) return;
  const text = `GENCTL_QUEUE is set: workers of ${feed.ofEnvironment} render the lines, and this run feeds them`;
  terminal.err.lines(textLines({ text: safeLine(text) }, terminal.err));
}

/** Tells where files go, where the line names a folder: each worker has its own. */
export function tellWhereFilesGo({ context, input }: Pick<OpenBatch, 'context' | 'input'>): void {
  const { dir } = input.typed;
  if (input.feed === undefined || dir === undefined || readPlace(dir).kind !== 'file') return;
  const message = `each worker's -D says where its files go; genctl only looks for them in ${safeLine(dir)}`;
  context.listen({ kind: 'warning', message });
}
