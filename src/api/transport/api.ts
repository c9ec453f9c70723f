import type { AccountKey } from '../../account/keys/account-key.ts';
import type { CliError } from '../../errors/cli-error.ts';
import { UsageError } from '../../errors/endings.ts';
import { genctl, type Hint } from '../../errors/hint.ts';
import type { Job } from '../../service/job.ts';
import { checkedKey, idObjection, usualKeyMend } from '../../service/sendable.ts';
import { requestBase } from '../../text/base-url.ts';
import { createRedactor } from '../../text/redaction.ts';
import { type ApiAnswer, type ApiCall, type CallTally, RetryLater } from './api-call.ts';
import { attemptCall } from './attempt.ts';
import { type Again, callOnce } from './call-once.ts';
import { type Caller, type KeepAnswer, keepUnread, type RetryNotice } from './caller.ts';
import { type Clock, sleepOrThrow, type ToldClock, toldClock } from './clock.ts';
import type { Exchange } from './exchange.ts';
import { createRateGate, createRetryBudget, type RateGate, type RetryBudget } from './rate-gate.ts';
import type { TrafficEvent } from './traffic.ts';

/** A job that its account has to see. */
interface UnseenJob {
  id: string;
  job?: Pick<Job, 'created_at'> | undefined;
  /** When this machine first knew of it. ISO 8601. */
  recorded_at?: string | undefined;
}

export interface ApiOptions {
  /** As `parseBaseUrl` gives it. */
  baseUrl: string;
  /** The key of the account, which all its callers in a process share. */
  key: AccountKey;
  /** The command that gives this account another key, for the error of a key that is not accepted. */
  keyMend?: Hint | undefined;
  /** Makes the error where a key that replaced another one does not see a job of the account. */
  otherKeyError?: ((job: UnseenJob) => Promise<CliError>) | undefined;
  /** The mend of a base URL that has a version in its path, for the error of a path that the service does not know. */
  baseUrlMend?: Hint | undefined;
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
  /** The error for a job that the account has to see and does not, if its key was replaced; undefined if it is the first one. */
  keyError(job: UnseenJob): Promise<CliError | undefined>;
  /**
   * Makes a call and repeats it as the retry table permits. Resolves with an accepted 2xx answer; rejects with the CliError
   * that stands for anything else, or with the signal's reason.
   */
  call(ask: ApiCall): Promise<ApiAnswer>;
  /**
   * Makes one attempt of a call, and never waits for the service. Rejects as `call` does, or with RetryLater where another attempt may be
   * made, which goes on from its `tally`.
   */
  attempt(ask: ApiCall, tally?: CallTally): Promise<ApiAnswer>;
  /** Asks once for the service's time, where nothing has told it yet. Without an answer in time the clock stays as it is. */
  askTime(signal?: AbortSignal): Promise<void>;
}

/** Throws AuthError for a key that can't be sent. */
export function createApi(options: ApiOptions): Api {
  const { baseUrl, exchange, random, userAgent, observe } = options;
  const clock = options.told ?? toldClock(options.clock);
  const { key } = options;
  checkedKey(key.current(), 'the API key');
  const gate = options.gate ?? createRateGate(random);
  const caller: Caller = {
    account: { requestBase: requestBase(baseUrl), exchange, clock, userAgent, observe },
    key,
    random,
    onRetry: options.onRetry,
    keepAnswer: options.keepAnswer,
    budget: options.budget ?? createRetryBudget(),
    gate,
    redact: (text) => createRedactor(key.all())(text),
    keyMend: options.keyMend ?? usualKeyMend,
    baseUrlMend: options.baseUrlMend,
  };
  let asked: Promise<void> | undefined;
  return {
    ...{ baseUrl, clock, random, gate },
    async keyError(job) {
      return key.all().length > 1 ? options.otherKeyError?.(job) : undefined;
    },
    async call(ask) {
      checkResourceId(ask.id);
      return callUntilSettled(caller, ask);
    },
    async attempt(ask, tally) {
      checkResourceId(ask.id);
      return attempt(caller, ask, tally);
    },
    async askTime(signal) {
      if (clock.isTold || gate.waitMs('models', clock.monotonicMs()) > 0) return;
      asked ??= askOnce(caller, signal);
      await asked;
    },
  };
}

/** Asks what tells a time and starts nothing. An attempt gets five seconds however late it is. */
async function askOnce({ account, key }: Caller, signal: AbortSignal | undefined): Promise<void> {
  const deadlineMs = account.clock.monotonicMs();
  try {
    const access = { ...account, apiKey: key.current() };
    await attemptCall(access, { route: 'listModels', retryRoute: 'models', deadlineMs, signal }, 1);
  } catch (error) {
    // An interrupted caller learns of it by its next step.
    if (signal?.aborted !== true) throw error;
  }
}

/** Repeats a call until it is settled. Waits its turn before each attempt, and as long as that asks after it. */
async function callUntilSettled(caller: Caller, ask: ApiCall): Promise<ApiAnswer> {
  const { account, gate } = caller;
  const { clock } = account;
  const tally = newTally(clock, ask);
  try {
    for (;;) {
      const sinceMs = clock.monotonicMs();
      await gate.enterInTurn(ask.retryRoute, sinceMs, ask.signal);
      tally.rateLimitedMs += clock.monotonicMs() - sinceMs;
      const next = await callOnce(caller, ask, tally);
      if (next === 'with another key') continue;
      if ('answer' in next) return next.answer;
      await waitUntil(caller, ask, tally, next);
    }
  } finally {
    // A call that is given up has kept its answer by now. One that is interrupted in a pause has not.
    await keepUnread(caller, ask, tally);
  }
}

/** Waits for the next attempt: here, or after a 429 in the caller's own line. Rejects where the caller ends the call instead. */
async function waitUntil(caller: Caller, ask: ApiCall, tally: CallTally, next: Again): Promise<void> {
  const { clock } = caller.account;
  const { signal, waitOutPause } = ask;
  const sinceMs = clock.monotonicMs();
  let goesOn = true;
  if (next.isRateLimit && waitOutPause !== undefined) goesOn = await waitOutPause();
  else await sleepOrThrow(clock, next.untilMs - sinceMs, signal);
  if (next.isRateLimit) tally.rateLimitedMs += clock.monotonicMs() - sinceMs;
  if (goesOn) return;
  await keepUnread(caller, ask, tally);
  throw next.error();
}

/** See `Api`. */
async function attempt(caller: Caller, ask: ApiCall, before: CallTally | undefined): Promise<ApiAnswer> {
  const tally = before ?? { ...newTally(caller.account.clock, ask), isRepeatedElsewhere: true };
  let next: Awaited<ReturnType<typeof callOnce>>;
  do {
    ask.signal?.throwIfAborted();
    caller.gate.enter(ask.retryRoute);
    next = await callOnce(caller, ask, tally);
  } while (next === 'with another key');
  if ('answer' in next) return next.answer;
  if (!next.isRateLimit) tally.error = next.error();
  else if (tally.rateLimits > 0) {
    // The gate says when the next one leaves, so that a 429 does not count among the attempts.
    tally.attempts -= 1;
    tally.rateLimits = 0;
  }
  throw new RetryLater(next.untilMs, {
    isSent: next.isSent,
    tally: tally.error === undefined ? undefined : tally,
  });
}

function newTally(clock: Clock, { openSinceMs }: ApiCall): CallTally {
  return {
    ...{ attempts: 0, rateLimits: 0, keyRefusals: 0, rateLimitedMs: 0, isRepeatedElsewhere: false },
    startedMs: clock.monotonicMs(),
    sentMs: Number.NEGATIVE_INFINITY,
    openSinceMs,
    ...{ keyInUseSinceMs: undefined, keyInUseMs: undefined },
  };
}

/** Checks an id before it becomes part of a URL; it is encoded there as well. Throws UsageError. */
function checkResourceId(id: string | undefined): void {
  const why = id === undefined ? undefined : idObjection(id);
  if (id === undefined || why === undefined) return;
  throw new UsageError({
    code: 'invalid_id',
    message: `${JSON.stringify(id.slice(0, 40))} is not an id`,
    why: `${why} Nothing was sent.`,
    hint: genctl`jobs`,
  });
}
