import type { CliError } from '../../errors/cli-error.ts';
import type { RetryRoute } from '../../service/retries/retry.ts';
import type { RouteName } from '../../service/routes.ts';

/**
 * The holder of the idempotency key of a submit that is answered 409. `by another body`: a request with another body. `by this submit`: an
 * earlier send of this submit, perhaps by a proxy, where nobody else can have the key. `perhaps for a moment`: the same request may be
 * under way from another machine; asking again for half a minute tells.
 */
export type KeyInUse = 'by another body' | 'by this submit' | 'perhaps for a moment';

/** One question to the API, however many attempts it takes. */
export interface ApiCall {
  route: RouteName;
  id?: string | undefined;
  /** The path to ask at, with its query, instead of the path of the route; begins with a slash. */
  path?: string | undefined;
  /** JSON; every attempt sends the same bytes. */
  body?: Uint8Array | undefined;
  /** Headers beyond those of every request; names in lower case. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** The row of the retry table that applies. */
  retryRoute: RetryRoute;
  /** Aborting it rejects the call with the signal's reason. */
  signal?: AbortSignal | undefined;
  /**
   * When to stop, on the monotonic clock; an attempt that has begun gets at least five seconds. A poll is repeated until then,
   * for ever with `Infinity`. Without a deadline the retry table's limits hold. Unit: ms.
   */
  deadlineMs?: number | undefined;
  /** How long the caller waits at the least before it makes another attempt, for the notice of that. Unit: ms. */
  leastDelayMs?: number | undefined;
  /** The holder of the key where a submit is answered 409; `by another body` unless given. */
  keyInUse?: KeyInUse | undefined;
  /** When the same bytes were first sent, where the outcome of that is not known. Unit: ms since 1970. */
  openSinceMs?: number | undefined;
  /**
   * Waits in place of the call while a 429 holds its account back, told to this call or to another one: until the account's gate
   * is open, and for as long after as the caller likes. Resolves with whether the call goes on; where not, it ends with the 429.
   * The call waits for up to a day, whatever the retry table says.
   */
  waitOutPause?: (() => Promise<boolean>) | undefined;
  /**
   * Tells for how long the 429 of another process holds the account back. It is asked last of all before each attempt leaves, the
   * first one or a later one; a call that may not leave waits as after a 429 of its own. Unit: ms.
   */
  pausedElsewhereMs?: (() => Promise<number>) | undefined;
  /**
   * Makes sure that a submit may be sent with a key, before each attempt. Its account claimed it with one key, and a program may have
   * printed another since. `isOpen`: an earlier attempt may have started the job. Throws CliError.
   */
  approveKey?: ((apiKey: string, attempt: { isOpen: boolean }) => Promise<void>) | undefined;
  /**
   * Checks a 2xx answer and returns what is wrong with it, if anything. A wrong one does not count as an answer: after a submit
   * the outcome is unknown; on other routes the service broke its contract.
   */
  accept?: ((answer: ApiAnswer) => Promise<string | undefined> | string | undefined) | undefined;
  /**
   * Tells whether a 2xx answer is one that was accepted before. It is accepted without being read then, and has no `json`.
   */
  isKnown?: ((answer: Pick<ApiAnswer, 'headers' | 'text'>) => boolean) | undefined;
  /**
   * Tells whether the JSON of an error status is still the answer that was asked for: v1 gives the state of a task in the body and not in
   * the status. Never called for a redirect, 401, 403 or 429.
   */
  isAnswer?: ((json: unknown) => boolean) | undefined;
  /**
   * Called after each attempt that may have arrived and brought no answer, before the next one or the end of the call. Rejecting ends the
   * call with that reason.
   */
  afterNoAnswer?: (() => Promise<void>) | undefined;
  /** The answer may be a picture or anything else that is not JSON. `accept` is then called with `json` undefined. */
  takesPicture?: boolean | undefined;
  /** The name, the key of the intent, under which a 2xx is kept that no job can be read from. Without it nothing is kept. */
  keepAs?: string | undefined;
}

/**
 * The bytes of a 2xx answer to a submit, or the part that arrived, where no job could be read from them. It may have been paid
 * for.
 */
export interface UnreadAnswer {
  /** The type alone, without its parameters. */
  contentType: string | undefined;
  bytes: Uint8Array;
}

/** A 2xx answer, read to its end. */
export interface ApiAnswer {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  bytes: Uint8Array;
  /** The bytes as text; empty for a picture. */
  text: string;
  /** Undefined for a picture, and for an answer that was known. */
  json: unknown;
  /** The content type of a picture; undefined for JSON. */
  pictureType?: string | undefined;
  /** When the request was sent, at the earliest by the time that the answer tells, else by the machine's clock. Unit: ms since 1970. */
  sentAtMs: number;
  /** From sending the request to the begin of its answer. Unit: ms. */
  tookMs: number;
}

/** How a call stands after the attempts made so far. */
export interface CallTally {
  attempts: number;
  rateLimits: number;
  /** True if the caller makes each attempt by itself, so that the count of one says nothing of the whole. */
  isRepeatedElsewhere: boolean;
  /** How many of the latest attempts in a row the service refused because of their key. */
  keyRefusals: number;
  /** Time spent waiting because of 429s. Unit: ms. */
  rateLimitedMs: number;
  /** When the call began, on the monotonic clock. Unit: ms. */
  startedMs: number;
  /** When the newest attempt was sent, on the monotonic clock. Unit: ms. */
  sentMs: number;
  /** When the first attempt was sent whose outcome is not known, on the wall clock. Unit: ms since 1970. */
  openSinceMs: number | undefined;
  /** When an answer first said that the key is in use, on the monotonic clock. Unit: ms. */
  keyInUseSinceMs: number | undefined;
  /** How long the key had been in use at the last answer. Unit: ms. */
  keyInUseMs: number | undefined;
  /**
   * When the first of the latest unverified answers in a row came, on the monotonic clock; undefined if the latest was of another kind.
   * Unit: ms.
   */
  unverifiedSinceMs?: number | undefined;
  /** The error that a call which is repeated elsewhere would have ended with at its last attempt; a 429 is none. */
  error?: CliError | undefined;
  /** The last 2xx answer that no job could be read from. */
  unread?: UnreadAnswer | undefined;
  /** Absolute path of the file that keeps it. */
  keptAt?: string | undefined;
}

/** Longest time for the headers of one attempt, and the same again for its body. Unit: ms. */
export function attemptTimeoutMs(route: RouteName): number {
  return longTimeoutsMs[route] ?? 60_000;
}

/** The service prepares references, and renders synchronous images, before it answers. §4.6, §4.8 */
const longTimeoutsMs: Partial<Record<RouteName, number>> = { submitRefs: 600_000, generateImage: 180_000 };

/** Longest answer that is read. Unit: bytes. */
export function answerBytesMost(route: RouteName): number {
  // The answer may hold whole pictures.
  return route === 'generateImage' ? 128 * 1024 * 1024 : 8 * 1024 * 1024;
}

/** The next attempt has to wait, and the caller has other things to do until then. The call has not failed. */
export class RetryLater extends Error {
  override readonly name = 'RetryLater';
  /** On the monotonic clock. Unit: ms. */
  readonly untilMs: number;
  /** How the call stands after an attempt that failed; undefined where the account is only asked to hold back. */
  readonly tally: CallTally | undefined;
  /** True if an attempt was made; false if the account was held back before it could leave. */
  readonly isSent: boolean;

  constructor(untilMs: number, { isSent, tally }: { isSent: boolean; tally?: CallTally | undefined }) {
    super('The next attempt has to wait');
    this.untilMs = untilMs;
    this.tally = tally;
    this.isSent = isSent;
  }
}
