import { NotFoundError } from '../../errors/endings.ts';
import { backoffDelayMs } from '../../service/retries/retry.ts';
import { parseRetryAfterMs } from '../../service/retries/retry-after.ts';
import type { Api } from '../transport/api.ts';
import type { ApiAnswer, ApiCall } from '../transport/api-call.ts';
import { sleepOrThrow } from '../transport/clock.ts';
import type { PollLimits, SeenJob } from './way.ts';

/** How a job is asked for, and read from the answer. */
interface Look extends Pick<ApiCall, 'route' | 'id' | 'accept' | 'isAnswer'> {
  read(answer: ApiAnswer): Pick<SeenJob, 'job' | 'raw'>;
}

/** Looks at a job. Looks again after a 404, for as long as a job that was just submitted may be unknown. */
export async function lookUntilKnown(
  { attempt: attemptOnce, call, clock, random }: Api,
  { deadlineMs, once, last, notFoundGraceMs = 0, signal }: PollLimits,
  { accept, id, isAnswer, read, route }: Look,
): Promise<SeenJob> {
  const graceEndsMs = clock.monotonicMs() + notFoundGraceMs;
  const retryAfterOf = ({ headers }: Pick<ApiAnswer, 'headers'>): number | undefined =>
    parseRetryAfterMs(headers['retry-after'], clock.nowMs());
  let seen: SeenJob | undefined;
  const isKnown: ApiCall['isKnown'] = (answer) => {
    const isSame = answer.text === last?.text && retryAfterOf(answer) === last.retryAfterMs;
    if (isSame) seen = last;
    return isSame;
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      // Field by field: objects that are merged would be most of what a look leaves to the collection of garbage.
      const ask: ApiCall = {
        route,
        retryRoute: 'poll',
        id,
        accept,
        isAnswer,
        isKnown,
        deadlineMs,
        signal,
      };
      const answer = await (once === undefined ? call(ask) : attemptOnce(ask, once.tally));
      if (seen !== undefined) return seen;
      const { job, raw } = read(answer);
      // Not merged: V8 gives an object that gets another field a shape of its own, and this one lives as long as its job is waited for.
      return { job, raw, retryAfterMs: retryAfterOf(answer), text: answer.text };
    } catch (error) {
      const delayMs = backoffDelayMs(attempt, random);
      if (!(error instanceof NotFoundError) || clock.monotonicMs() + delayMs > graceEndsMs) throw error;
      await sleepOrThrow(clock, delayMs, signal);
    }
  }
}
