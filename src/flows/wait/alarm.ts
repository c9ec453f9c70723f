import type { Clock } from '../../client/transport/clock.ts';
import { timerMsMost } from '../../rules/retry-after.ts';

/** A sleep that a change cuts short, also one that came before it. */
export interface Alarm {
  /** Something changed. */
  ring(): void;
  /** Resolves at that time on the monotonic clock, or with the next change; undefined: with that alone. */
  sleepUntil(dueMs: number | undefined): Promise<void>;
}

export function createAlarm(clock: Clock): Alarm {
  let bell = new AbortController();
  return {
    ring: () => bell.abort(),
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
