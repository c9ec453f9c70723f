import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../api/transport/clock.ts';

/** The clocks and the sleep of this machine. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs,
  async sleep(ms, signal) {
    try {
      await delay(ms, undefined, { signal });
    } catch (error) {
      // A sleep that was cut short by its signal has ended, and has not failed.
      if (signal?.aborted !== true) throw error;
    }
  },
};

/** Unlike `performance.now()`, nothing is loaded for it. */
function monotonicMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1_000_000;
}
