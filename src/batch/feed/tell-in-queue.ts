import type { OutputMeans } from '../../outputs/output-means.ts';
import { readPlace } from '../../outputs/rules/place-address.ts';
import type { HeldUp } from '../../queue/feed/fed-line.ts';
import { textLines } from '../../text/aligned.ts';
import { safeLine } from '../../text/safe-text.ts';
import { counted } from '../../text/shown-value.ts';
import type { OpenBatch } from '../open-batch.ts';
import { queueLine } from '../queue-flags.ts';
import type { BatchOutcome } from '../words/batch-outcome.ts';
import type { BatchFeed } from './feed-input.ts';

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
export function tellHeldUp({ context, input }: Pick<OpenBatch, 'context' | 'input'>, why: HeldUp): void {
  const lineFor = (...words: string[]): string => queueLine(context.globals, input.typed.queue, words);
  const messages: Record<HeldUp, string> = {
    paused: `the queue is paused, so no worker takes a line; to resume it: ${lineFor('queue', 'resume')}`,
    'no worker': `no worker serves this account; to start one: ${workerLine({ context, input })}`,
    'service away': 'workers could not reach the service; they will try their lines again',
  };
  context.listen({ kind: 'warning', message: messages[why] });
}

/** Tells of shots that are done, and whose files no worker brought home, where they are wanted. */
export function tellWithoutFiles(
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
