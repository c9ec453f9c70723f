import { NotFoundError } from '../../errors/endings.ts';
import { backoffDelayMs } from '../../rules/retry.ts';
import type { Api } from '../transport/api.ts';
import { sleepOrThrow } from '../transport/clock.ts';

export interface PollLimits {
  signal?: AbortSignal | undefined;
  /** As in `ApiCall`: `Infinity` polls for ever, without it a service that is down is given up after 30 s. */
  deadlineMs?: number | undefined;
  /** As in `ApiCall`. */
  givesBackRateLimits?: boolean | undefined;
  /** How long a job that was just submitted may not be known yet; none unless given. Unit: ms. */
  notFoundGraceMs?: number | undefined;
}

/** Looks, and looks again while a job that was just submitted may not be known everywhere yet. */
export async function lookUntilKnown<Seen>(
  { clock, random }: Pick<Api, 'clock' | 'random'>,
  { signal, notFoundGraceMs = 0 }: PollLimits,
  look: () => Promise<Seen>,
): Promise<Seen> {
  const graceEndsMs = clock.monotonicMs() + notFoundGraceMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await look();
    } catch (error) {
      const delayMs = backoffDelayMs(attempt, random);
      if (!(error instanceof NotFoundError) || clock.monotonicMs() + delayMs > graceEndsMs) throw error;
      await sleepOrThrow(clock, delayMs, signal);
    }
  }
}
