import { fdatasyncSync } from 'node:fs';
import { fsyncFolder } from './folder.ts';

/**
 * Data that has to be on the disk before the work goes on: the bytes of an open file, or the names in a folder.
 * A file to which others add as well is named: one flush of it is for all.
 */
export type Flush = { bytesOf: number; shared?: string } | { namesIn: string };

/**
 * Work on durable files that is written once and run in two ways. It yields what has to be flushed before its next step. It does
 * not care whether the flush is made there and then, or with those of others.
 */
export type DurableWork<Result> = Generator<Flush, Result, void>;

/** A way to run such work. A flush that fails is thrown where the work asked for it. */
export type RunDurably = <Result>(steps: DurableWork<Result>) => Result | Promise<Result>;

/** A single flush, as work that ends with it. */
export function* flushed(flush: Flush): DurableWork<void> {
  yield flush;
}

/**
 * Runs work to its end before it returns, flush by flush. This is for single commands: through promises a claim takes two to
 * three times as long.
 */
export function runAtOnce<Result>(steps: DurableWork<Result>): Result {
  let step = steps.next();
  while (step.done !== true) {
    try {
      flushNow(step.value);
    } catch (error) {
      step = steps.throw(error);
      continue;
    }
    step = steps.next();
  }
  return step.value;
}

function flushNow(flush: Flush): void {
  if ('bytesOf' in flush) fdatasyncSync(flush.bytesOf);
  else fsyncFolder(flush.namesIn);
}
