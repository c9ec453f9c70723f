import { setTimeout as delay } from 'node:timers/promises';
import { harmlessSkewMs, type TimeBounds, withinBounds } from '../../service/retries/clock-skew.ts';

/** Time as the client sees it; passed in, so that no test waits. */
export interface Clock {
  /** Wall clock, for time stamps and HTTP dates. Unit: ms since 1970. */
  nowMs(): number;
  /** A clock that is never set back, for intervals and deadlines. Unit: ms. */
  monotonicMs(): number;
  /** Resolves after that time, or at once when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Sleeps, and throws the signal's reason when it was cut short. Unit: ms. */
export async function sleepOrThrow(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  if (ms > 0) await clock.sleep(ms, signal);
  signal?.throwIfAborted();
}

/** A clock that others set: it goes by this machine's until it is told a time, then by that one and the monotonic clock. */
export interface ToldClock extends Clock {
  /** Takes over another clock's time, as far as it is known. */
  tell(bounds: TimeBounds | undefined): void;
  /** True if it was told a time. Until then `nowMs` is a guess. */
  readonly isTold: boolean;
  /** How far the machine's own clock is ahead; 0 until a time was told. Unit: ms. */
  machineAheadMs(): number;
}

interface ToldClockOptions {
  /** The time is the machine's, whatever answers say. */
  isTold?: boolean;
  /** Called once, when the machine's clock turns out to be off by more than does no harm. Unit: ms. */
  onSkew?: ((machineAheadMs: number) => void) | undefined;
}

export function toldClock(machine: Clock, { isTold = false, onSkew }: ToldClockOptions = {}): ToldClock {
  /** The time that was told, less that of the monotonic clock. Unit: ms. */
  let offsetMs: number | undefined;
  let isSkewTold = false;
  const nowMs = (): number => (offsetMs === undefined ? machine.nowMs() : machine.monotonicMs() + offsetMs);
  const machineAheadMs = (): number => machine.nowMs() - nowMs();
  return {
    nowMs,
    machineAheadMs,
    monotonicMs: () => machine.monotonicMs(),
    sleep: (ms, signal) => machine.sleep(ms, signal),
    get isTold() {
      return isTold || offsetMs !== undefined;
    },
    tell(bounds) {
      if (isTold || bounds === undefined) return;
      offsetMs = withinBounds(nowMs(), bounds) - machine.monotonicMs();
      const aheadMs = machineAheadMs();
      if (isSkewTold || Math.abs(aheadMs) <= harmlessSkewMs) return;
      isSkewTold = true;
      onSkew?.(aheadMs);
    },
  };
}

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
