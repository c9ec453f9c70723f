import type { Clock } from '../../api/transport/clock.ts';
import { timerMsMost } from '../../service/retries/retry-after.ts';

/** A sleep that ends early when something changes. A change that came before the sleep ends it at once. */
export interface Alarm {
  /** Says that something changed. */
  ring(): void;
  /**
   * Says that the sleeper is wanted at a time on the monotonic clock; with undefined at none. Ends no sleep that ends by then: cutting
   * one short costs as much as a look.
   */
  ringFor(dueMs: number | undefined): void;
  /** Resolves at a time on the monotonic clock, or earlier with the next change; with undefined only with the next change. */
  sleepUntil(dueMs: number | undefined): Promise<void>;
}

export function createAlarm(clock: Clock): Alarm {
  let isRung = false;
  let wake: (() => void) | undefined;
  /** When the sleep under way ends; undefined where it ends only with the next change, or where there is none. */
  let endsMs: number | undefined;
  function rung(): Promise<void> {
    return new Promise((resolve) => {
      wake = resolve;
    });
  }
  function ring(): void {
    isRung = true;
    wake?.();
  }
  return {
    ring,
    ringFor(dueMs) {
      if (dueMs !== undefined && dueMs < (endsMs ?? Number.POSITIVE_INFINITY)) ring();
    },
    async sleepUntil(dueMs) {
      if (!isRung) {
        endsMs = dueMs;
        // With every slot taken, a look has to end first. That needs no signal, which costs as much as the rest of a ring.
        if (dueMs === undefined) await rung();
        else {
          const bell = new AbortController();
          // Without a reason each would make an exception, which takes longer than all the rest of a ring.
          wake = () => bell.abort('rung');
          const ms = Math.max(0, Math.ceil(dueMs - clock.monotonicMs()));
          await clock.sleep(Math.min(ms, timerMsMost), bell.signal);
        }
      }
      wake = undefined;
      endsMs = undefined;
      isRung = false;
    },
  };
}

interface LetGoPorts {
  clock: Clock;
  signal: AbortSignal;
  /** How long the work may go on once the signal has come. Unit: ms. */
  graceMs: number;
}

/**
 * Waits for work that asks the store, which never answers where it is away; after the signal no longer than the grace. Resolves with
 * whether the work is over. Where it is not, nobody waits for it any more. Rejects with what the work rejects with.
 */
export async function isOverInTime(
  work: Promise<unknown>,
  { clock, graceMs, signal }: LetGoPorts,
): Promise<boolean> {
  const over = new AbortController();
  const isLate = (async () => {
    await untilAborted(AbortSignal.any([signal, over.signal]));
    await clock.sleep(graceMs, over.signal);
    return false;
  })();
  try {
    return await Promise.race([work.then(() => true), isLate]);
  } finally {
    over.abort();
    await isLate;
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
