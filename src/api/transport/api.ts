import { UsageError } from '../../errors/endings.ts';
import { genctl, type Hint } from '../../errors/hint.ts';
import { checkedKey, usualKeyMend } from '../../service/origin/api-key.ts';
import { idObjection } from '../../service/origin/id-objection.ts';
import { isKeyInUse, leavesOpen } from '../../service/retries/retry.ts';
import { requestBase } from '../../text/base-url.ts';
import { createRedactor } from '../../text/redaction.ts';
import { nounOf } from '../trouble/call-words.ts';
import { outcomeFor, reasonOf, type Trouble } from '../trouble/trouble.ts';
import { troubleError } from '../trouble/trouble-error.ts';
import type { ApiAnswer, ApiCall, CallTally } from './api-call.ts';
import { type AttemptResult, attemptCall } from './attempt.ts';
import { type Caller, contextOf, type KeepAnswer, keepUnread, type RetryNotice } from './call-context.ts';
import { afterTrouble } from './call-patience.ts';
import { type Clock, sleepOrThrow } from './clock.ts';
import type { Exchange } from './exchange.ts';
import { holdBack, passGate, retryLater } from './hold-back.ts';
import { createRateGate, type RateGate } from './rate-gate.ts';
import { createRetryBudget, type RetryBudget } from './retry-budget.ts';
import { type ToldClock, toldClock } from './told-clock.ts';
import type { TrafficEvent } from './traffic.ts';

export interface ApiOptions {
  /** As `parseBaseUrl` gives it. */
  baseUrl: string;
  apiKey: string;
  /** The command that gives this account another key, for the error of a key that is not accepted. */
  keyMend?: Hint | undefined;
  exchange: Exchange;
  /** The clock of this machine. */
  clock: Clock;
  /** The clock that all callers of this service share, which its answers set; one of its own unless given. */
  told?: ToldClock | undefined;
  /** In [0, 1). */
  random: () => number;
  userAgent: string;
  observe?: ((event: TrafficEvent) => void) | undefined;
  onRetry?: ((notice: RetryNotice) => void) | undefined;
  /** Keeps a 2xx answer to a submit that no job can be read from. */
  keepAnswer?: KeepAnswer | undefined;
  /** The retry budget that all calls of a process share; a budget of its own unless given. */
  budget?: RetryBudget | undefined;
  /** The gate that all callers with this account share; a gate of its own unless given. */
  gate?: RateGate | undefined;
}

/** The API of one account. */
export interface Api {
  readonly baseUrl: string;
  /** Goes by the service's time, once an answer told it. */
  readonly clock: ToldClock;
  readonly random: () => number;
  /** Holds the account's requests back after a 429. */
  readonly gate: RateGate;
  /**
   * Makes a call and repeats it as the retry table permits. Resolves with an accepted 2xx answer; rejects with the CliError
   * that stands for anything else, or with the signal's reason.
   */
  call(ask: ApiCall): Promise<ApiAnswer>;
  /** Asks once for the service's time, where nothing has told it yet. Without an answer in time the clock stays as it is. */
  askTime(signal?: AbortSignal): Promise<void>;
}

/** Throws AuthError for a key that can't be sent. */
export function createApi(options: ApiOptions): Api {
  const { baseUrl, exchange, random, userAgent, observe } = options;
  const clock = options.told ?? toldClock(options.clock);
  const apiKey = checkedKey(options.apiKey, 'the API key');
  const gate = options.gate ?? createRateGate(random);
  const caller: Caller = {
    account: { requestBase: requestBase(baseUrl), apiKey, exchange, clock, userAgent, observe },
    random,
    onRetry: options.onRetry,
    keepAnswer: options.keepAnswer,
    budget: options.budget ?? createRetryBudget(),
    gate,
    redact: createRedactor([apiKey]),
    keyMend: options.keyMend ?? usualKeyMend,
  };
  let asked: Promise<void> | undefined;
  return {
    ...{ baseUrl, clock, random, gate },
    call: (ask) => callUntilSettled(caller, ask),
    async askTime(signal) {
      if (clock.isTold || gate.waitMs('models', clock.monotonicMs()) > 0) return;
      asked ??= askOnce(caller.account, signal);
      await asked;
    },
  };
}

/** Asks what tells a time and starts nothing. An attempt gets five seconds however late it is. */
async function askOnce(account: Caller['account'], signal: AbortSignal | undefined): Promise<void> {
  const deadlineMs = account.clock.monotonicMs();
  try {
    await attemptCall(account, { route: 'listModels', retryRoute: 'models', deadlineMs, signal }, 1);
  } catch (error) {
    // Who is interrupted learns of it by what was to follow.
    if (signal?.aborted !== true) throw error;
  }
}

async function callUntilSettled(caller: Caller, ask: ApiCall): Promise<ApiAnswer> {
  if (ask.id !== undefined) checkResourceId(ask.id);
  const tally: CallTally = ask.tally ?? {
    attempts: 0,
    rateLimits: 0,
    rateLimitedMs: 0,
    startedMs: caller.account.clock.monotonicMs(),
    sentMs: Number.NEGATIVE_INFINITY,
    openSinceMs: ask.openSinceMs,
    keyInUseSinceMs: undefined,
    keyInUseMs: undefined,
  };
  try {
    return await attemptUntilSettled(caller, ask, tally);
  } finally {
    // A call that is given up has kept its answer by now. One that is interrupted in a pause has not.
    await keepUnread(caller, ask, tally);
  }
}

async function attemptUntilSettled(caller: Caller, ask: ApiCall, tally: CallTally): Promise<ApiAnswer> {
  const { account } = caller;
  const { clock } = account;
  for (;;) {
    await passGate(caller, ask, tally);
    tally.attempts += 1;
    const sentAtMs = clock.nowMs();
    tally.sentMs = clock.monotonicMs();
    let result: AttemptResult;
    try {
      result = await attemptCall(account, ask, tally.attempts);
    } finally {
      // Whoever gets the place looks at the gate once this answer has been noted, which is done before anything is awaited.
      caller.gate.places(ask.retryRoute).leave();
    }
    if (isAdmitted(result)) caller.gate.answered(ask.retryRoute, tally.sentMs);
    if ('answer' in result) {
      tally.unread = undefined;
      return result.answer;
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
    const next = afterTrouble({ ...caller, clock }, ask, tally, trouble);
    if (!next.retry) {
      await keepUnread(caller, ask, tally);
      throw troubleError(trouble, contextOf(caller, ask, tally));
    }
    caller.onRetry?.({
      what: nounOf(ask),
      reason: reasonOf(trouble),
      attempt: tally.attempts,
      delayMs: next.delayMs,
    });
    if (ask.returnInsteadOfWaiting === true)
      throw retryLater(caller, ask, tally, { trouble, delayMs: next.delayMs });
    if (outcome === 'rate-limited')
      await holdBack(caller, ask, tally, {
        ms: next.delayMs,
        wording: (context) => troubleError(trouble, context),
      });
    else await sleepOrThrow(clock, next.delayMs, ask.signal);
  }
}

/**
 * Whether the service took the request up, even if it refused it or failed at it: it did not ask to wait. One job that it
 * always fails at would else keep all others of the account waiting.
 */
function isAdmitted(result: AttemptResult): boolean {
  if ('answer' in result) return true;
  const { kind, outcome } = result.trouble;
  return kind === 'status' && (outcome === 'other' || outcome === 'server-error');
}

/** Checks an id before it becomes part of a URL; it is encoded there as well. Throws UsageError. */
function checkResourceId(id: string): string {
  const why = idObjection(id);
  if (why === undefined) return id;
  throw new UsageError({
    code: 'invalid_id',
    message: `${JSON.stringify(id.slice(0, 40))} is not an id`,
    why: `${why} Nothing was sent.`,
    hint: genctl`jobs`,
  });
}
