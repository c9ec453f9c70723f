import { NotFoundError } from '../../errors/endings.ts';
import { backoffDelayMs } from '../../rules/retry.ts';
import { parseRetryAfterMs } from '../../rules/retry-after.ts';
import type { Api } from '../transport/api.ts';
import type { ApiAnswer, ApiCall } from '../transport/api-call.ts';
import { sleepOrThrow } from '../transport/clock.ts';

export interface PollLimits {
  signal?: AbortSignal | undefined;
  /** As in `ApiCall`. `Infinity` retries for ever; undefined gives up a service that is down after 30 s. */
  deadlineMs?: number | undefined;
  /** As in `ApiCall`. */
  givesBack?: boolean | undefined;
  /** As in `ApiCall`. */
  standing?: ApiCall['standing'];
  /** How long a job that was just submitted may be unknown to the service; 0 unless given. Unit: ms. */
  notFoundGraceMs?: number | undefined;
}

/**
 * Looks at a job. Looks again after a 404, for as long as a job that was just submitted may be unknown. `retryAfterMs` is the
 * Retry-After header.
 */
export async function askUntilKnown(
  { call, clock, random }: Api,
  { notFoundGraceMs = 0, ...limits }: PollLimits,
  ask: Pick<ApiCall, 'route' | 'id' | 'accept' | 'isAnswer'>,
): Promise<{ answer: ApiAnswer; retryAfterMs: number | undefined }> {
  const graceEndsMs = clock.monotonicMs() + notFoundGraceMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await call({ ...ask, ...limits, retryRoute: 'poll' });
      return { answer, retryAfterMs: parseRetryAfterMs(answer.headers['retry-after'], clock.nowMs()) };
    } catch (error) {
      const delayMs = backoffDelayMs(attempt, random);
      if (!(error instanceof NotFoundError) || clock.monotonicMs() + delayMs > graceEndsMs) throw error;
      await sleepOrThrow(clock, delayMs, limits.signal);
    }
  }
}
