import type { CliError } from '../../errors/cli-error.ts';
import { retryTable } from '../../service/retries/retry.ts';
import type { CallContext } from '../trouble/call-words.ts';
import type { Trouble } from '../trouble/trouble.ts';
import { rateLimitedHere, troubleError } from '../trouble/trouble-error.ts';
import { type ApiCall, type CallTally, RetryLater } from './api-call.ts';
import { type Caller, contextOf, keepUnread } from './call-context.ts';
import { rateLimitLeftMs } from './call-patience.ts';
import { sleepOrThrow } from './clock.ts';

/**
 * Waits while a 429 to another request of this account holds this kind of request back, and takes a place among those under
 * way. What was held back wakes all at once when the pause is over, but goes out one after another.
 */
export async function passGate(caller: Caller, ask: ApiCall, tally: CallTally): Promise<void> {
  const { account, gate } = caller;
  const { clock } = account;
  const places = gate.places(ask.retryRoute);
  for (;;) {
    ask.signal?.throwIfAborted();
    const waitMs = gate.waitMs(ask.retryRoute, clock.monotonicMs());
    if (ask.returnInsteadOfWaiting === true) {
      if (waitMs === 0) return places.take();
      await assertPermitted(caller, ask, tally, waitMs);
      throw new RetryLater(clock.monotonicMs() + waitMs, ask.tally);
    }
    if (waitMs > 0) {
      await assertPermitted(caller, ask, tally, waitMs);
      await holdBack(caller, ask, tally, {
        ms: waitMs,
        wording: (context) => rateLimitedHere(waitMs, context),
      });
      continue;
    }
    const elsewhereMs = await takePlace(caller, ask, tally);
    if (elsewhereMs > 0)
      await holdBack(caller, ask, tally, {
        ms: elsewhereMs,
        wording: (context) => rateLimitedHere(elsewhereMs, context),
      });
    // The one before may have been told of another pause, or this one given up, just as the place came.
    else if (gate.waitMs(ask.retryRoute, clock.monotonicMs()) === 0 && ask.signal?.aborted !== true) return;
    else places.leave();
  }
}

/** Takes a place in turn; resolves with how long another process's 429 holds this call back, and without a place then. Unit: ms. */
async function takePlace(
  { account: { clock }, gate }: Caller,
  ask: ApiCall,
  tally: CallTally,
): Promise<number> {
  const places = gate.places(ask.retryRoute);
  const sinceMs = clock.monotonicMs();
  await places.takeInTurn(ask.signal);
  tally.rateLimitedMs += clock.monotonicMs() - sinceMs;
  if (ask.pausedElsewhereMs === undefined) return 0;
  let elsewhereMs = Number.POSITIVE_INFINITY;
  try {
    elsewhereMs = await ask.pausedElsewhereMs();
  } finally {
    if (elsewhereMs > 0) places.leave();
  }
  return elsewhereMs;
}

/** Rejects for a pause that is longer than the call may wait. */
async function assertPermitted(
  caller: Caller,
  ask: ApiCall,
  tally: CallTally,
  waitMs: number,
): Promise<void> {
  const { clock } = caller.account;
  const permittedMs =
    rateLimitLeftMs(ask, tally, clock.monotonicMs()) ??
    retryTable[ask.retryRoute].elapsedMsMost - tally.rateLimitedMs;
  if (waitMs <= permittedMs) return;
  await keepUnread(caller, ask, tally);
  throw rateLimitedHere(waitMs, contextOf(caller, ask, tally));
}

/** A time to wait because of a 429, and the error of a call that does not. Unit: ms. */
interface HoldBack {
  ms: number;
  wording(context: CallContext): CliError;
}

/** Waits because of a 429: here, or in the caller's own line. Rejects where the caller ends the call instead. */
export async function holdBack(
  caller: Caller,
  ask: ApiCall,
  tally: CallTally,
  { ms, wording }: HoldBack,
): Promise<void> {
  const { clock } = caller.account;
  const sinceMs = clock.monotonicMs();
  let goesOn = true;
  if (ask.waitOutPause === undefined) await sleepOrThrow(clock, ms, ask.signal);
  else goesOn = await ask.waitOutPause();
  tally.rateLimitedMs += clock.monotonicMs() - sinceMs;
  if (goesOn) return;
  await keepUnread(caller, ask, tally);
  throw wording(contextOf(caller, ask, tally));
}

/** Hands a call back to its caller instead of waiting for its next attempt. Unit: ms. */
export function retryLater(
  caller: Caller,
  ask: ApiCall,
  tally: CallTally,
  { delayMs, trouble }: { delayMs: number; trouble: Trouble },
): RetryLater {
  if (trouble.outcome === 'rate-limited') {
    // Whoever gives calls back asks as often as the gate lets it, so that a 429 does not count among the attempts.
    tally.attempts -= 1;
    tally.rateLimits = 0;
  } else tally.error = troubleError(trouble, contextOf(caller, ask, tally));
  const untilMs = caller.account.clock.monotonicMs() + delayMs;
  return new RetryLater(untilMs, tally.error === undefined ? undefined : tally);
}
