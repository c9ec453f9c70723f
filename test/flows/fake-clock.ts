import type { Clock } from '../../src/client/transport/clock.ts';

/** A clock that a sleep moves on at once, unless something wakes the sleeper first. */
export function createFakeClock(startMs = Date.parse('2026-03-04T05:06:07Z')): Clock & { slept: number[] } {
  let elapsedMs = 0;
  const slept: number[] = [];
  return {
    slept,
    nowMs: () => startMs + elapsedMs,
    monotonicMs: () => elapsedMs,
    sleep(ms, signal) {
      const untilMs = elapsedMs + ms;
      return new Promise((resolve) => {
        setImmediate(() => {
          if (signal?.aborted !== true) {
            elapsedMs = Math.max(elapsedMs, untilMs);
            slept.push(ms);
          }
          resolve();
        });
      });
    },
  };
}
