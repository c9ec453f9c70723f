import type { Clock } from '../../client/transport/clock.ts';
import { timerMsMost } from '../../rules/retry-after.ts';

/** A sleep that ends early when something changes. A change that came before the sleep ends it at once. */
export interface Alarm {
  /** Says that something changed. */
  ring(): void;
  /** Resolves at a time on the monotonic clock, or earlier with the next change; with undefined only with the next change. */
  sleepUntil(dueMs: number | undefined): Promise<void>;
}

export function createAlarm(clock: Clock): Alarm {
  let bell = new AbortController();
  return {
    // Without a reason each would make an exception, which takes longer than all the rest of a ring.
    ring: () => bell.abort('rung'),
    async sleepUntil(dueMs) {
      const { signal } = bell;
      if (!signal.aborted) {
        if (dueMs === undefined) await rung(signal);
        else {
          const ms = Math.max(0, Math.ceil(dueMs - clock.monotonicMs()));
          await clock.sleep(Math.min(ms, timerMsMost), signal);
        }
      }
      bell = new AbortController();
    },
  };
}

function rung(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
