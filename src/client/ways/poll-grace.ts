import { NotFoundError } from '../../errors/endings.ts';
import { backoffDelayMs } from '../../rules/retry.ts';
import type { Api } from '../transport/api.ts';
import { sleepOrThrow } from '../transport/clock.ts';

export interface PollLimits {
  signal?: AbortSignal | undefined;
  /** As in `ApiCall`. `Infinity` retries for ever; undefined gives up a service that is down after 30 s. */
  deadlineMs?: number | undefined;
  /** As in `ApiCall`. */
  givesBackRateLimits?: boolean | undefined;
  /** How long a job that was just submitted may be unknown to the service; 0 unless given. Unit: ms. */
  notFoundGraceMs?: number | undefined;
}

/** Looks at a job. Looks again after a 404, for as long as a job that was just submitted may be unknown. */
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
