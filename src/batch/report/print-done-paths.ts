import type { OpenBatch } from '../open-batch.ts';
import { followedFirst, type LineBook, sentNew } from '../rules/line-book.ts';
import { lineEnds } from './line-ends.ts';

/**
 * Prints the paths of all lines that are done where a run had nothing to send, to follow or to fetch: who reads them gets them from
 * each run alike. Without a place for files these are the ids of jobs.
 */
export async function printDonePaths(batch: OpenBatch, book: LineBook): Promise<void> {
  const { events, globals, terminal } = batch.context;
  const isIdle = [...followedFirst, ...sentNew, 'waiting' as const].every((word) => book.count(word) === 0);
  if (!isIdle || globals.json || events() !== undefined) return;
  for await (const { files, jobId, status } of lineEnds(batch, book, new Map())) {
    if (status !== 'succeeded' || jobId === undefined) continue;
    terminal.out.lines(batch.place === undefined ? [jobId] : files.map(({ path }) => path));
  }
}
