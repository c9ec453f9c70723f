/** A group of concurrent tasks with one owner: no task outlives the group, and no failure goes unnoticed. */
export interface TaskGroup {
  /** Starts a task. If it fails, the group fails. */
  start(task: () => Promise<void>): void;
  /** Resolves when all tasks have ended, including those that they started. Rejects then with the first failure. */
  settle(): Promise<void>;
}

/** `onFailure` is called at the first failure, while the other tasks still run, so that it can stop them. */
export function createTaskGroup(onFailure: () => void = () => {}): TaskGroup {
  const running = new Set<Promise<void>>();
  let failed: { error: unknown } | undefined;

  async function own(task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      if (failed !== undefined) return;
      failed = { error };
      onFailure();
    }
  }
  return {
    start(task) {
      const owned: Promise<void> = own(task).then(() => {
        running.delete(owned);
      });
      running.add(owned);
    },
    async settle() {
      while (running.size > 0) await Promise.all(running);
      if (failed !== undefined) throw failed.error;
    },
  };
}

/** Starts the tasks of a group in turn, at most `atOnce` of them at a time. */
export function inTurn(group: Pick<TaskGroup, 'start'>, atOnce: number): Pick<TaskGroup, 'start'> {
  const waiting: (() => Promise<void>)[] = [];
  let running = 0;

  async function runInTurn(): Promise<void> {
    try {
      for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) await task();
    } finally {
      running -= 1;
    }
  }
  return {
    start(task) {
      waiting.push(task);
      if (running === atOnce) return;
      running += 1;
      group.start(runInTurn);
    },
  };
}

/**
 * The results of concurrent tasks, in their order. If one fails, the others are still awaited, so that nothing is running when
 * this rejects with the first failure.
 */
export async function together<Value>(tasks: readonly Promise<Value>[]): Promise<Value[]> {
  const ends = await Promise.allSettled(tasks);
  return ends.map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
}

/** Tasks that begin at once. Each of thousands would live until the last has ended, and V8 gives back little of that. */
const shortTasksAtOnce = 64;

/**
 * Runs a short task for each of many items, in their order and some at a time. If one fails, those that began with it are still
 * awaited, no other begins, and this rejects with the first failure.
 */
export async function eachOf<Item>(
  items: readonly Item[],
  task: (item: Item) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < items.length; at += shortTasksAtOnce) {
    await together(items.slice(at, at + shortTasksAtOnce).map((item) => task(item)));
  }
}

/**
 * Works on several things at once, `most` at a time, and keeps their order. The first failure stops the others through
 * their signal; it is thrown when all have ended, so that nothing goes on behind the caller's back.
 *
 * @throws the first failure; the signal's reason where that came first.
 */
export async function fewAtOnce<One, Result>(
  items: readonly One[],
  { most, signal }: { most: number; signal: AbortSignal | undefined },
  work: (item: One, signal: AbortSignal) => Promise<Result>,
): Promise<Result[]> {
  const ended = new AbortController();
  const stop = signal === undefined ? ended.signal : AbortSignal.any([signal, ended.signal]);
  const results: Result[] = [];
  const failures: unknown[] = [];
  const left = items.entries();
  const takeTurns = async (): Promise<void> => {
    for (const [index, item] of left) {
      if (stop.aborted) return;
      try {
        results[index] = await work(item, stop);
      } catch (error) {
        failures.push(error);
        ended.abort(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, takeTurns));
  if (failures.length > 0) throw failures[0];
  signal?.throwIfAborted();
  return results;
}
