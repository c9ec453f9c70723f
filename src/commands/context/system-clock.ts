import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../client/transport/clock.ts';

/** The clocks and the sleep of this machine. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  async sleep(ms, signal) {
    try {
      await delay(ms, undefined, { signal });
    } catch (error) {
      // Being woken is a way to end a sleep, not a failure of it.
      if (signal?.aborted !== true) throw error;
    }
  },
};
