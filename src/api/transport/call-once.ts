import type { CliError } from '../../errors/cli-error.ts';
import {
  type AttemptOutcome,
  isKeyInUse,
  isUnverified,
  leavesOpen,
  mayHaveArrived,
  type NextAttempt,
  nextAttempt,
  retryTable,
  retryWaitMsMost,
} from '../../service/retries/retry.ts';
import { nounOf } from '../trouble/call-words.ts';
import { outcomeFor, reasonOf, type Trouble } from '../trouble/trouble.ts';
import { rateLimitedHere, troubleError } from '../trouble/trouble-error.ts';
import type { ApiAnswer, ApiCall, CallTally } from './api-call.ts';
import { type AttemptResult, attemptCall } from './attempt.ts';
import { type Caller, contextOf, keepUnread } from './caller.ts';
import { approvedKey, isKeyRefused, noteAccepted } from './sent-key.ts';

/** When the next attempt of a call may be made. */
export interface Again {
  /** On the monotonic clock. Unit: ms. */
  untilMs: number;
  /** True if a 429 holds the call back, told to it or to another one. */
  isRateLimit: boolean;
  /** True if an attempt was made; false if the call was held back before it could leave. */
  isSent: boolean;
  /** The error of a call that makes no further attempt. */
  error(): CliError;
}

/**
 * Makes one attempt of a call, and waits for nothing but a program that prints another key. Its caller holds one of the gate's places,
 * which this gives back. `with another key`: the next attempt may leave at once. Rejects with the CliError of a call that ends here, or
 * with the signal's reason.
 */
export async function callOnce(
  caller: Caller,
  ask: ApiCall,
  tally: CallTally,
): Promise<{ answer: ApiAnswer } | Again | 'with another key'> {
  const { account, gate } = caller;
  const { clock } = account;
  let apiKey: string;
  let sentAtMs: number;
  let result: AttemptResult;
  try {
    apiKey = await approvedKey(caller, ask, tally);
    const held = await heldBack(caller, ask, tally);
    ask.signal?.throwIfAborted();
    if (held !== undefined) return held;
    tally.attempts += 1;
    sentAtMs = clock.nowMs();
    tally.sentMs = clock.monotonicMs();
    result = await attemptCall({ ...account, apiKey }, ask, tally.attempts);
  } finally {
    // The next caller looks at the gate after this answer is noted: the note comes before any await.
    gate.leave(ask.retryRoute);
  }
  if (isAdmitted(result)) gate.answered(ask.retryRoute, tally.sentMs);
  noteAccepted(caller.key, apiKey, result);
  if ('answer' in result) {
    tally.unread = undefined;
    return result;
  }
  const isOpen = tally.openSinceMs !== undefined;
  const outcome = outcomeFor(result.trouble, ask.keyInUse ?? 'by another body', isOpen);
  const trouble: Trouble = { ...result.trouble, outcome };
  tally.unread = trouble.unread ?? tally.unread;
  if (trouble.kind === 'no-answer') ask.signal?.throwIfAborted();
  if (leavesOpen(ask.retryRoute, outcome)) tally.openSinceMs ??= sentAtMs;
  if (isKeyInUse(outcome)) {
    tally.keyInUseSinceMs ??= clock.monotonicMs();
    tally.keyInUseMs = clock.monotonicMs() - tally.keyInUseSinceMs;
  }
  tally.unverifiedSinceMs = isUnverified(outcome)
    ? (tally.unverifiedSinceMs ?? clock.monotonicMs())
    : undefined;
  tally.keyRefusals = isKeyRefused(trouble, ask) ? tally.keyRefusals + 1 : 0;
  if (tally.keyRefusals > 0) {
    // Hardly any run needs it.
    const { replaceRefusedKey } = await import('./refused-key.ts');
    if (await replaceRefusedKey(caller, ask, tally, { apiKey, trouble })) return 'with another key';
  }
  if (mayHaveArrived(outcome)) await ask.afterNoAnswer?.();
  return again(caller, ask, tally, trouble);
}

/**
 * When a call may leave that a 429 to another request holds back, of this process or of another one; undefined where none does.
 * Rejects where that is longer than the call may wait.
 */
async function heldBack(caller: Caller, ask: ApiCall, tally: CallTally): Promise<Again | undefined> {
  const { account, gate } = caller;
  const { clock } = account;
  const hereMs = gate.waitMs(ask.retryRoute, clock.monotonicMs());
  const error = (): CliError => rateLimitedHere(waitMs, contextOf(caller, ask, tally));
  let waitMs = hereMs;
  if (hereMs === 0 && ask.pausedElsewhereMs !== undefined) {
    const elsewhereMs = await ask.pausedElsewhereMs();
    // Another call may have been told of a pause meanwhile.
    waitMs = Math.max(elsewhereMs, gate.waitMs(ask.retryRoute, clock.monotonicMs()));
  }
  if (waitMs === 0) return undefined;
  const nowMs = clock.monotonicMs();
  if (
    hereMs > (rateLimitLeftMs(ask, nowMs) ?? retryTable[ask.retryRoute].elapsedMsMost - tally.rateLimitedMs)
  ) {
    await keepUnread(caller, ask, tally);
    throw error();
  }
  return { untilMs: nowMs + waitMs, isRateLimit: true, isSent: false, error };
}

/** When the attempt after a trouble is made. Rejects with the error of a call that makes none. */
async function again(caller: Caller, ask: ApiCall, tally: CallTally, trouble: Trouble): Promise<Again> {
  const next = afterTrouble(caller, ask, tally, trouble);
  const error = (): CliError => troubleError(trouble, contextOf(caller, ask, tally));
  if (!next.retry) {
    await keepUnread(caller, ask, tally);
    throw error();
  }
  const { delayMs } = next;
  const noticedMs = Math.max(delayMs, ask.leastDelayMs ?? 0);
  const notice = { what: nounOf(ask), reason: reasonOf(trouble), attempt: tally.attempts };
  caller.onRetry?.({ ...notice, delayMs: noticedMs });
  const untilMs = caller.account.clock.monotonicMs() + delayMs;
  return { untilMs, isRateLimit: trouble.outcome === 'rate-limited', isSent: true, error };
}

/** Decides whether to make another attempt, and when. A 429 closes the account's gate. */
function afterTrouble(
  { account, random, budget, gate }: Caller,
  ask: ApiCall,
  tally: CallTally,
  trouble: Trouble,
): NextAttempt {
  const nowMs = account.clock.monotonicMs();
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
    leftMs: deadlineLeftMs,
  });
  if (!next.retry) return next;
  const delayMs = Math.max(next.delayMs, budget.reserveMs(nowMs));
  return delayMs > (deadlineLeftMs ?? Number.POSITIVE_INFINITY) ? { retry: false } : { retry: true, delayMs };
}

/** How long this kind of trouble has lasted; each kind has a limit of its own. Unit: ms. */
function elapsedFor(outcome: AttemptOutcome, tally: CallTally, nowMs: number): number {
  if (outcome === 'rate-limited') return tally.rateLimitedMs;
  if (isKeyInUse(outcome)) return tally.keyInUseMs ?? 0;
  if (isUnverified(outcome)) return nowMs - (tally.unverifiedSinceMs ?? nowMs);
  return nowMs - tally.startedMs - tally.rateLimitedMs;
}

/** How much longer the caller permits to wait for 429s; undefined where it leaves that to the retry table. Unit: ms. */
function rateLimitLeftMs({ deadlineMs, waitOutPause }: ApiCall, nowMs: number): number | undefined {
  if (waitOutPause !== undefined) return retryWaitMsMost;
  return deadlineMs === undefined ? undefined : deadlineMs - nowMs;
}

/**
 * Tells whether the service took the request up, even if it refused it or failed at it: it did not ask to wait. One job that it always
 * fails at would else keep all others of the account waiting.
 */
function isAdmitted(result: AttemptResult): boolean {
  if ('answer' in result) return true;
  const { kind, outcome } = result.trouble;
  return kind === 'status' && (outcome === 'other' || outcome === 'server-error');
}
