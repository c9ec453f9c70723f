import type { Clock } from '../../../src/api/transport/clock.ts';

/**
 * A clock that goes on only while everybody sleeps: then to the time at which the first of them wakes. What is done between
 * sleeps takes no time.
 */
export function createFakeClock(startMs = Date.parse('2026-03-04T05:06:07Z')): Clock & { slept: number[] } {
  let elapsedMs = 0;
  let isTicking = false;
  const slept: number[] = [];
  const sleepers = new Set<{ untilMs: number; ms: number; wake: () => void }>();

  function tick(): void {
    let first: { untilMs: number; ms: number; wake: () => void } | undefined;
    for (const sleeper of sleepers)
      if (first === undefined || sleeper.untilMs < first.untilMs) first = sleeper;
    isTicking = first !== undefined;
    if (first === undefined) return;
    elapsedMs = Math.max(elapsedMs, first.untilMs);
    slept.push(first.ms);
    sleepers.delete(first);
    first.wake();
    setImmediate(tick);
  }
  return {
    slept,
    nowMs: () => startMs + elapsedMs,
    monotonicMs: () => elapsedMs,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) return resolve();
        const wake = (): void => {
          signal?.removeEventListener('abort', wake);
          sleepers.delete(sleeper);
          resolve();
        };
        const sleeper = { untilMs: elapsedMs + ms, ms, wake };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', wake, { once: true });
        if (isTicking) return;
        isTicking = true;
        setImmediate(tick);
      }),
  };
}
