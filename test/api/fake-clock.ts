import type { Clock } from '../../src/api/transport/clock.ts';

/** A clock that only moves when it is moved, or slept on. */
export interface FakeClock extends Clock {
  /** What was slept, in order. Unit: ms. */
  readonly slept: number[];
  advance(ms: number): void;
}

export function createFakeClock(startMs = Date.UTC(2026, 2, 4, 12)): FakeClock {
  let elapsedMs = 0;
  const slept: number[] = [];
  return {
    slept,
    nowMs: () => startMs + elapsedMs,
    monotonicMs: () => 5_000_000 + elapsedMs,
    sleep: async (ms) => {
      slept.push(ms);
      elapsedMs += ms;
    },
    advance(ms) {
      elapsedMs += ms;
    },
  };
}
