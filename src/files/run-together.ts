import { close, fdatasync, fsync, open } from 'node:fs';
import { promisify } from 'node:util';
import type { DurableWork, Flush, RunDurably } from './durable-work.ts';
import { isUnflushable } from './folder.ts';

/** Each piece of work that is under way has a file open. A process may have 256 of them on some systems. */
const atOnceMost = 100;

// Not of `node:fs/promises`, whose handles take several times as long.
const openSoon = promisify(open);
const closeSoon = promisify(close);
const fsyncSoon = promisify(fsync);
const fdatasyncSoon = promisify(fdatasync);

/**
 * Runs many pieces of work side by side, for a process that does thousands of them. Files are flushed in the thread pool, several
 * at a time; the names of a folder once for all that wait for them, and whoever asks while that is under way waits for the next
 * time. So nobody goes on before its own bytes and names are durable, and the event loop is held up by none of it.
 */
export function createGroupRunner(): RunDurably {
  const share = createSharedFlush();
  const waiting: (() => void)[] = [];
  let running = 0;

  async function run<Result>(steps: DurableWork<Result>): Promise<Result> {
    if (running >= atOnceMost) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await runSoon(steps, flush);
    } finally {
      // The next one takes this one's place.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  }
  function flush(wanted: Flush): Promise<void> {
    if ('namesIn' in wanted) return share(wanted.namesIn, () => fsyncFolderSoon(wanted.namesIn));
    const { bytesOf, shared } = wanted;
    // The file stays open until this resolves, for whoever asked first waits for it, too.
    return shared === undefined ? fdatasyncSoon(bytesOf) : share(shared, () => fdatasyncSoon(bytesOf));
  }
  return run;
}

/** Runs the work of this process on files that are not the ledger's: downloads, and what stands beside them. */
export const runTogether: RunDurably = createGroupRunner();

async function runSoon<Result>(
  steps: DurableWork<Result>,
  flush: (wanted: Flush) => Promise<void>,
): Promise<Result> {
  let step = steps.next();
  while (step.done !== true) {
    try {
      await flush(step.value);
    } catch (error) {
      step = steps.throw(error);
      continue;
    }
    step = steps.next();
  }
  return step.value;
}

/** Lets all who wait for a flush of the same thing share one, as long as it has not begun. */
function createSharedFlush(): (name: string, flush: () => Promise<void>) => Promise<void> {
  const planned = new Map<string, Promise<void>>();
  const begun = new Map<string, Promise<void>>();

  async function flushNext(name: string, flush: () => Promise<void>): Promise<void> {
    // The earlier caller hears of its own failure.
    await begun.get(name)?.catch(() => {});
    planned.delete(name);
    const flushing = flush();
    begun.set(name, flushing);
    try {
      await flushing;
    } finally {
      if (begun.get(name) === flushing) begun.delete(name);
    }
  }
  return (name, flush) => {
    const next = planned.get(name) ?? Promise.resolve().then(() => flushNext(name, flush));
    planned.set(name, next);
    return next;
  };
}

/** As `fsyncFolder`, in the thread pool. */
async function fsyncFolderSoon(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  try {
    const folder = await openSoon(path, 'r');
    try {
      await fsyncSoon(folder);
    } finally {
      await closeSoon(folder);
    }
  } catch (error) {
    if (!isUnflushable(error)) throw error;
  }
}
