import type { RouteName } from '../../contract/routes.ts';
import type { RetryRoute } from '../../rules/retry.ts';

/**
 * Who has the idempotency key of a submit that is answered 409. `by another body`, unless nobody else can have the key:
 * then `by this submit`, an earlier send of it, which a proxy may have made. `perhaps for a moment`: the same request may be
 * under way from another machine, which half a minute tells.
 */
export type KeyInUse = 'by another body' | 'by this submit' | 'perhaps for a moment';

/** One thing asked of the API, however many attempts it takes. */
export interface ApiCall {
  route: RouteName;
  id?: string | undefined;
  /** JSON, byte for byte the same at every attempt. */
  body?: Uint8Array | undefined;
  /** Beside those of every request; names in lower case. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** The row of the retry table. */
  retryRoute: RetryRoute;
  /** Aborting it rejects the call with the signal's reason. */
  signal?: AbortSignal | undefined;
  /**
   * When to stop, on the monotonic clock; an attempt that has begun gets five seconds at least. A poll goes on to it;
   * `Infinity` is for ever; without it the retry table's own limits hold. Unit: ms.
   */
  deadlineMs?: number | undefined;
  /** What a 409 says of a submit's key; `by another body` unless given. */
  keyInUse?: KeyInUse | undefined;
  /** When the same bytes were first sent, where what became of that is not known. Unit: ms since 1970. */
  openSinceMs?: number | undefined;
  /** Longest time to spend waiting because of 429s; without it the deadline's, or the retry table's. Unit: ms. */
  maxRateLimitWaitMs?: number | undefined;
  /** A 429 is not waited out: the call rejects with HeldBackError, and its deadline is the caller's to keep. */
  givesBackRateLimits?: boolean | undefined;
  /**
   * Looks at a 2xx answer and says what is wrong with it, if something is. It then counts as no answer: on a submit its
   * outcome is unknown, elsewhere the service broke its contract.
   */
  accept?: ((answer: ApiAnswer) => Promise<string | undefined> | string | undefined) | undefined;
  /**
   * Whether the JSON of an error status is what was asked for all the same: v1 says how a task stands in its body, not in
   * the status. Never asked about a redirect, 401, 403 or 429.
   */
  isAnswer?: ((json: unknown) => boolean) | undefined;
  /** The answer may be a picture, or anything else that is no JSON: `accept` is asked about that, too, with `json` undefined. */
  takesPicture?: boolean | undefined;
  /** What a 2xx that no job can be read from is kept under: the key of the intent. Without it, it is not kept. */
  keepAs?: string | undefined;
}

/**
 * What a submit was answered with a 2xx, or the part of it that arrived, where no job could be read from it: it may have
 * been paid for.
 */
export interface UnreadAnswer {
  /** Without its parameters. */
  contentType: string | undefined;
  bytes: Uint8Array;
}

/** A 2xx answer, read to its end. */
export interface ApiAnswer {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  bytes: Uint8Array;
  /** The same as text; empty for a picture. */
  text: string;
  json: unknown;
  /** What the bytes are, where they are a picture and not JSON. */
  pictureType?: string | undefined;
  /** When the request was sent, by the wall clock. Unit: ms since 1970. */
  sentAtMs: number;
}

/** How a call stands after the attempts made so far. */
export interface CallTally {
  attempts: number;
  rateLimits: number;
  /** Spent on 429s. Unit: ms. */
  rateLimitedMs: number;
  /** On the monotonic clock. Unit: ms. */
  startedMs: number;
  /** When the newest attempt was sent, on the monotonic clock. Unit: ms. */
  sentMs: number;
  /** When an attempt was first sent whose outcome is not known; wall clock, ms. */
  openSinceMs: number | undefined;
  /** When the key was first answered to be in use, on the monotonic clock. Unit: ms. */
  keyInUseSinceMs: number | undefined;
  /** For how long it has been, at the last answer. Unit: ms. */
  keyInUseMs: number | undefined;
  /** The last 2xx that no job could be read from. */
  unread?: UnreadAnswer | undefined;
  /** The file that it is kept in. Absolute path. */
  keptAt?: string | undefined;
}

/** Longest time for one attempt, to the end of its headers and again for its body. Unit: ms. */
export function attemptTimeoutMs(route: RouteName): number {
  return longTimeoutsMs[route] ?? 60_000;
}

/** References are prepared before the answer; synchronous images are rendered before it. §4.6, §4.8 */
const longTimeoutsMs: Partial<Record<RouteName, number>> = { submitRefs: 600_000, generateImage: 180_000 };

/** Longest answer that is read. Unit: bytes. */
export function answerBytesMost(route: RouteName): number {
  // It may hold its pictures whole.
  return route === 'generateImage' ? 128 * 1024 * 1024 : 8 * 1024 * 1024;
}
