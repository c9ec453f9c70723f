import { type Clock, sleepOrThrow } from '../api/transport/clock.ts';
import type { RetryBudget } from '../api/transport/rate-gate.ts';
import type { CliError } from '../errors/cli-error.ts';
import { type EndedAttempt, nextAttempt, type RetryRoute } from '../service/retries/retry.ts';

/** The means to try again. */
export interface AttemptMeans {
  clock: Clock;
  /** In [0, 1). */
  random: () => number;
  /** Shared by all that a process asks for. */
  budget: RetryBudget;
  signal?: AbortSignal | undefined;
  onRetry?:
    | ((notice: { what: string; reason: string; attempt: number; delayMs: number }) => void)
    | undefined;
}

/** An attempt that failed, in a way in which another one may not. */
interface FailedAttempt extends Pick<EndedAttempt, 'outcome'> {
  retryAfterMs?: number | undefined;
  reason: string;
  /** True if it came so far that the failures before it count no more. */
  isGain?: boolean;
  /** The error where it was the last one. */
  error(attempts: number): CliError;
}

/** `again`: the cause is mended, and the next attempt is made at once. */
export type AttemptEnd<Answer> = { answer: Answer } | FailedAttempt | 'again';

/**
 * Makes attempts until one brings an answer, as the retry table permits. Only the pauses between them count as its time: a transfer may
 * take its own. 429s are counted apart. Rejects with the error of the last one, or with the signal's reason.
 */
export async function untilAnswered<Answer>(
  { budget, clock, onRetry, random, signal }: AttemptMeans,
  { route, what }: { route: RetryRoute; what: string },
  attempt: (attempts: number) => Promise<AttemptEnd<Answer>>,
): Promise<Answer> {
  let failures = { count: 0, waitedMs: 0 };
  const limited = { count: 0, waitedMs: 0 };
  for (let attempts = 1; ; attempts += 1) {
    const end = await attempt(attempts);
    if (end === 'again') continue;
    if ('answer' in end) return end.answer;
    const { error, isGain = false, outcome, reason, retryAfterMs } = end;
    if (isGain) failures = { count: 0, waitedMs: 0 };
    const kind = outcome === 'rate-limited' ? limited : failures;
    kind.count += 1;
    const ended = { route, outcome, attempt: kind.count, elapsedMs: kind.waitedMs, retryAfterMs, random };
    const next = nextAttempt(ended);
    if (!next.retry) throw error(attempts);
    const delayMs = Math.max(next.delayMs, budget.reserveMs(clock.monotonicMs()));
    onRetry?.({ what, reason, attempt: attempts, delayMs });
    await sleepOrThrow(clock, delayMs, signal);
    kind.waitedMs += delayMs;
  }
}
