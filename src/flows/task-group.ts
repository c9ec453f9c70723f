/** Tasks that run beside each other and belong to one owner: none outlives it, and no failure goes unheard. */
export interface TaskGroup {
  /** Begins a task. Its failure is the group's. */
  start(task: () => Promise<void>): void;
  /** Resolves when every task is over, those too that they began. Rejects then with the failure that came first. */
  settle(): Promise<void>;
}

/** `onFailure` hears of the first failure while the others still run, and may have them stop. */
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
      const owned = own(task).finally(() => running.delete(owned));
      running.add(owned);
    },
    async settle() {
      while (running.size > 0) await Promise.all(running);
      if (failed !== undefined) throw failed.error;
    },
  };
}

/** Where tasks of a group wait for their turn: so many of them run at once. */
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
 * The results of tasks that run beside each other, in their order. Where one fails the others are waited for all the same,
 * so that what they began is done when this rejects with the first failure.
 */
export async function together<Value>(tasks: readonly Promise<Value>[]): Promise<Value[]> {
  const ends = await Promise.allSettled(tasks);
  return ends.map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
}
