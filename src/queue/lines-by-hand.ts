import type { Job } from 'bullmq';
import { NotFoundError, UsageError } from '../errors/endings.ts';
import { genctl } from '../errors/hint.ts';
import { isOver } from '../service/lifecycle.ts';
import { objectOf, ownValue } from '../text/json-object.ts';
import { readLine, writtenLine } from './line/line.ts';
import { readEnd } from './line/line-end.ts';
import type { QueueConnection } from './store/connection.ts';
import { failedLines, perCall, queuedIn, storedLines, unreadable } from './store/stored-lines.ts';

/**
 * Puts a line that did not succeed in again, by `BATCH/ID`, its key or its job. Throws NotFoundError where none is called that, and
 * UsageError for one whose job has failed: under the same key it would be the same job.
 */
export async function retryLine(connection: QueueConnection, word: string): Promise<void> {
  const job = await findFailed(connection, word);
  if (job === undefined) throw noSuchLine(word, connection);
  const end = readEnd(ownValue(objectOf(job.data), 'end'), 1);
  const record = end?.kind === 'followed' ? end.job.record : undefined;
  if (record !== undefined && isOver(record.job) && record.job.status !== 'succeeded')
    throw new UsageError({
      code: 'line_has_failed',
      message: `the job of ${job.name} is ${record.job.status}`,
      why: 'Its key would return the failed job.',
      hint: 'to try again, run its batch with --retry-failed',
      jobId: record.id,
    });
  const line = writtenLine({ ...readLine(job.data), returns: 0, ended: [] });
  try {
    // A kill before the line is put in leaves its end for its feeder to read.
    await job.updateData({ ...line, end: ownValue(objectOf(job.data), 'end') });
    await job.retry('failed');
  } catch (error) {
    const state = await job.getState();
    if (state === 'failed') throw error;
    // Its feeder took it out; or else another one put it in again, which is all that was asked for.
    if (state === 'unknown') throw noSuchLine(word, connection);
  }
}

async function findFailed(connection: QueueConnection, word: string): Promise<Job | undefined> {
  for await (const line of failedLines(connection))
    if ([line.id, line.name, ownValue(objectOf(line.data), 'job')].includes(word)) return line;
  return undefined;
}

function noSuchLine(word: string, { shown }: QueueConnection): NotFoundError {
  return new NotFoundError({
    code: 'line_not_found',
    message: `The queue has no failed line ${JSON.stringify(word)}`,
    why: 'It takes BATCH/ID, a key or a job. A feeder takes finished lines out of the queue.',
    hint: genctl`queue status --queue ${shown}`,
  });
}

/**
 * Takes out the lines that no worker holds. One that failed after its job was made stays for its feeder, which would not know of the
 * job otherwise. Resolves with how many it took out.
 */
export async function drainQueue(connection: QueueConnection): Promise<number> {
  const { queue } = connection;
  let taken = await queue.getJobCountByTypes('wait', 'delayed');
  await queue.drain(true);
  let from = 0;
  for (;;) {
    const failed = await storedLines(connection, 'failed', { from, to: from + perCall - 1 });
    if (failed.length === 0) return taken;
    const jobless = failed.filter(
      ({ line }) => line === unreadable || queuedIn(line.data)?.jobId === undefined,
    );
    await Promise.all(jobless.map(({ id }) => queue.remove(id)));
    from += failed.length - jobless.length;
    taken += jobless.length;
  }
}
