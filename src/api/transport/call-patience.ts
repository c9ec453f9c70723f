import {
  type AttemptOutcome,
  isKeyInUse,
  type NextAttempt,
  nextAttempt,
  retryWaitMsMost,
} from '../../service/retries/retry.ts';
import type { Trouble } from '../trouble/trouble.ts';
import type { ApiCall, CallTally } from './api-call.ts';
import type { Clock } from './clock.ts';
import type { RateGate } from './rate-gate.ts';
import type { RetryBudget } from './retry-budget.ts';

/** The parts that pace an account's attempts. */
interface Pacing {
  clock: Clock;
  random: () => number;
  budget: RetryBudget;
  gate: RateGate;
}

/** Decides whether to make another attempt, and when. A 429 closes the account's gate. */
export function afterTrouble(
  { clock, random, budget, gate }: Pacing,
  ask: ApiCall,
  tally: CallTally,
  trouble: Trouble,
): NextAttempt {
  const nowMs = clock.monotonicMs();
  const { outcome, retryAfterMs } = trouble;
  const isRateLimit = outcome === 'rate-limited';
  if (isRateLimit) tally.rateLimits += 1;
  // A single call does not wait for longer than that, so a longer request does not close the gate. Where calls wait in a line of
  // their own, it holds back those that have begun.
  const isPause = isRateLimit && (ask.waitOutPause !== undefined || (retryAfterMs ?? 0) <= retryWaitMsMost);
  const pauseMs = isPause
    ? gate.refused(ask.retryRoute, { sentMs: tally.sentMs, nowMs, retryAfterMs })
    : retryAfterMs;
  // The caller's line alone says who goes when the gate is open, so that this call's own backoff would only be a second one.
  if (isRateLimit && ask.waitOutPause !== undefined) {
    const delayMs = pauseMs ?? 0;
    return delayMs <= retryWaitMsMost ? { retry: true, delayMs } : { retry: false };
  }
  const deadlineLeftMs = ask.deadlineMs === undefined ? undefined : ask.deadlineMs - nowMs;
  const next = nextAttempt({
    route: ask.retryRoute,
    outcome,
    attempt: isRateLimit ? tally.rateLimits : tally.attempts - tally.rateLimits,
    elapsedMs: elapsedFor(outcome, tally, nowMs),
    retryAfterMs: pauseMs,
    random,
    leftMs: isRateLimit ? rateLimitLeftMs(ask, tally, nowMs) : deadlineLeftMs,
  });
  if (!next.retry) return next;
  const delayMs = Math.max(next.delayMs, budget.reserveMs(nowMs));
  return delayMs > (deadlineLeftMs ?? Number.POSITIVE_INFINITY) ? { retry: false } : { retry: true, delayMs };
}

/** How long this kind of trouble has lasted; each kind has a limit of its own. Unit: ms. */
function elapsedFor(outcome: AttemptOutcome, tally: CallTally, nowMs: number): number {
  if (outcome === 'rate-limited') return tally.rateLimitedMs;
  if (isKeyInUse(outcome)) return tally.keyInUseMs ?? 0;
  return nowMs - tally.startedMs - tally.rateLimitedMs;
}

/** How much longer the caller permits to wait for 429s; undefined where it leaves that to the retry table. Unit: ms. */
export function rateLimitLeftMs(ask: ApiCall, tally: CallTally, nowMs: number): number | undefined {
  const { deadlineMs, returnInsteadOfWaiting, maxRateLimitWaitMs, waitOutPause } = ask;
  if (waitOutPause !== undefined) return retryWaitMsMost;
  // A call that is given back waits elsewhere, so no row of the table limits it.
  if (deadlineMs === undefined && maxRateLimitWaitMs === undefined && returnInsteadOfWaiting !== true)
    return undefined;
  return Math.min(
    deadlineMs === undefined ? Number.POSITIVE_INFINITY : deadlineMs - nowMs,
    maxRateLimitWaitMs === undefined ? Number.POSITIVE_INFINITY : maxRateLimitWaitMs - tally.rateLimitedMs,
  );
}
