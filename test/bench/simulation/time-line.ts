import type { Clock } from '../../../src/api/transport/clock.ts';
import { createDueQueue } from '../../../src/follow/wait/lanes.ts';

/** A time of its own, which goes on to whatever happens next once all that happened has had its effects. Unit: ms. */
export interface TimeLine {
  clock: Clock;
  /** Has something happen later. */
  after(ms: number, act: () => void): void;
  /** Lets time pass until it is over. Rejects where nothing is left to happen before. */
  runUntil(isOver: () => boolean): Promise<void>;
}

export function createTimeLine(): TimeLine {
  const due = createDueQueue<() => void>();
  let nowMs = 0;
  const after = (ms: number, act: () => void): void => due.push(act, nowMs + ms);
  return {
    after,
    clock: {
      nowMs: () => nowMs,
      monotonicMs: () => nowMs,
      sleep: (ms, signal) =>
        new Promise((resolve) => {
          signal?.addEventListener('abort', () => resolve(), { once: true });
          if (signal?.aborted === true) resolve();
          else after(ms, resolve);
        }),
    },
    async runUntil(isOver) {
      await settled();
      while (!isOver()) {
        const nextMs = due.nextDueMs();
        if (nextMs === undefined) throw new Error('nothing is left to happen');
        nowMs = nextMs;
        for (let act = due.takeDue(nowMs); act !== undefined; act = due.takeDue(nowMs)) act();
        await settled();
      }
    },
  };
}

/** Resolves once no promise has a step left to take. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Numbers in [0, 1), the same in each run. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
