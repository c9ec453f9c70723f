import { isLimit } from '../../errors/system-trouble.ts';
import { timeBounds, withinBounds } from '../../service/retries/clock-skew.ts';
import { type AttemptOutcome, outcomeOfStatus, startsJobs } from '../../service/retries/retry.ts';
import { parseRetryAfterMs } from '../../service/retries/retry-after.ts';
import { saysOutOfBalance, type WireError } from '../../service/retries/settling-refusal.ts';
import type { ApiCall, KeyInUse, UnreadAnswer } from '../transport/api-call.ts';
import type { ExchangeError, ExchangeResponse } from '../transport/exchange.ts';
import { isRefusedByProxy, reachWords } from './reach-words.ts';
import {
  isErrorEnvelope,
  isWholeEnvelope,
  type RefusalKind,
  readBodyRetrySeconds,
  readWireError,
  refusalKind,
} from './wire-error.ts';

/** An attempt that did not bring the answer that was asked for. */
export type Trouble = {
  outcome: AttemptOutcome;
  retryAfterMs?: number | undefined;
  /** The 2xx answer to a submit, where there was one all the same. */
  unread?: UnreadAnswer | undefined;
} & (
  | { kind: 'no-answer'; error: ExchangeError }
  /** `enveloped`: the body is the service's own `{error:{code,message}}`. `body` is the kind of that body. */
  | { kind: 'status'; status: number; wire: WireError; enveloped: boolean; body: RefusalKind }
  | { kind: 'redirect'; status: number; towards: string | undefined }
  /** A 2xx that is not what was asked for; `says` completes "the answer …". */
  | { kind: 'alien'; status: number; says: string }
);

/** An error status. */
export type StatusTrouble = Extract<Trouble, { kind: 'status' }>;

export function noAnswer(error: ExchangeError): Trouble {
  // Another attempt would meet the same limit of this machine, or the same rule of the proxy.
  if (error.reached === 'never' && (isLimit(error.code) || isRefusedByProxy(error.code)))
    return { kind: 'no-answer', outcome: 'other', error };
  return { kind: 'no-answer', outcome: error.reached === 'never' ? 'never-reached' : 'unknown', error };
}

/** The text of an answer, and when it was read. Unit: ms since 1970. */
interface ReadText {
  text: string;
  nowMs: number;
}

/**
 * The trouble for a 2xx with an unusable body; `says` completes "the answer …". A submit was received and may have started a job, so its
 * outcome is unknown. On other routes something between may have answered, so they ask again.
 */
export function alien(
  { retryRoute }: Pick<ApiCall, 'retryRoute'>,
  response: Pick<ExchangeResponse, 'headers' | 'status'>,
  { says, ...read }: ReadText & { says: string },
): Trouble {
  const { status, headers } = response;
  const isPage = refusalKind(headers['content-type'], read.text) === 'page';
  const outcome = startsJobs(retryRoute) ? 'unknown' : isPage ? 'page' : 'unreadable';
  return { kind: 'alien', outcome, status, says, retryAfterMs: askedPauseMs(headers, read) };
}

/**
 * The trouble for a redirect. To a submit it is a refusal, since whoever sends it has not taken the request; only a 303 answers one that was
 * taken.
 * @see RFC 9110 §15.4.4
 */
export function redirect(
  { retryRoute }: Pick<ApiCall, 'retryRoute'>,
  { headers, status }: Pick<ExchangeResponse, 'headers' | 'status'>,
  { from, nowMs }: { from: URL; nowMs: number },
): Trouble {
  const { location } = headers;
  const towards =
    location !== undefined && URL.canParse(location, from.href) ? new URL(location, from).host : undefined;
  const outcome = !startsJobs(retryRoute) ? 'unreadable' : status === 303 ? 'unknown' : 'other';
  const retryAfterMs = askedPauseMs(headers, { text: '', nowMs });
  return { kind: 'redirect', outcome, status, towards, retryAfterMs };
}

/** The longer pause of header and body. A date is compared with that of the answer, else with `nowMs`. Unit: ms. */
function askedPauseMs(headers: ExchangeResponse['headers'], { nowMs, text }: ReadText): number | undefined {
  const serviceTime = timeBounds({ age: headers.age, date: headers.date, tookMs: 0 });
  const atMs = serviceTime === undefined ? nowMs : withinBounds(nowMs, serviceTime);
  const asked = [parseRetryAfterMs(headers['retry-after'], atMs), bodyRetryMs(text)].filter(
    (ms) => ms !== undefined,
  );
  return asked.length === 0 ? undefined : Math.max(...asked);
}

/** The trouble for an error status. */
export function refusedStatus(
  ask: Pick<ApiCall, 'body' | 'retryRoute'>,
  response: ExchangeResponse,
  read: ReadText,
): Trouble {
  const { text } = read;
  const { status, headers } = response;
  const contentType = headers['content-type'];
  const wire = readWireError(contentType, text);
  const body = refusalKind(contentType, text);
  const retryAfterMs = askedPauseMs(headers, read);
  return {
    kind: 'status',
    outcome: outcomeOfRefusal(ask, response, { text, wire, body, retryAfterMs }),
    status,
    wire,
    body,
    enveloped: isWholeEnvelope(text),
    retryAfterMs,
  };
}

/**
 * The outcome of an error status with its body. A 503 is harmless only in the service's own envelope: from something in between it
 * tells nothing of the request. A balance stops submits alone. Any other refusal has to be in the service's words.
 * @see service document §7.2, §7.4
 */
function outcomeOfRefusal(
  ask: Pick<ApiCall, 'body' | 'retryRoute'>,
  response: ExchangeResponse,
  { body, retryAfterMs, text, wire }: RefusalParts,
): AttemptOutcome {
  const outcome = outcomeOfStatus(response.status);
  const isSubmit = startsJobs(ask.retryRoute);
  if (outcome === 'unavailable' && !isErrorEnvelope(text)) return 'server-error';
  if (outcome === 'rate-limited' && isSubmit && body !== 'page' && saysOutOfBalance(wire, retryAfterMs))
    return 'balance';
  if (outcome !== 'other' && outcome !== 'balance') return outcome;
  if (body !== 'service' && !standsByItself(ask, response)) return body;
  return outcome === 'balance' && !isSubmit ? 'other' : outcome;
}

interface RefusalParts {
  text: string;
  wire: WireError;
  body: RefusalKind;
  retryAfterMs: number | undefined;
}

/**
 * Tells whether a refusal counts whoever wrote it. Only a proxy sends a 407. Whoever sends a 413 has not taken the body, and won't take it
 * the next time. A challenge for a bearer key is the service's.
 */
function standsByItself(
  { body }: Pick<ApiCall, 'body'>,
  { headers, status }: Pick<ExchangeResponse, 'headers' | 'status'>,
): boolean {
  if (status === 407 || (status === 413 && body !== undefined)) return true;
  return (status === 401 || status === 403) && asksForBearer(headers['www-authenticate']);
}

/** Tells whether a `WWW-Authenticate` header has a challenge of the scheme `Bearer`. @see RFC 6750 §3 */
function asksForBearer(header = ''): boolean {
  const unquoted = header.replaceAll(/"[^"]*"/g, '""');
  return /(^|,)\s*bearer(?=\s|,|$)/i.test(unquoted);
}

function bodyRetryMs(text: string): number | undefined {
  const seconds = readBodyRetrySeconds(text);
  return seconds === undefined ? undefined : seconds * 1000;
}

/**
 * The outcome of a trouble for its call. A 409 of the service is final only where no send of the same submit can have caused it. `isOpen`:
 * the outcome of an earlier send of the same bytes is not known.
 * @see service document §4.1
 */
export function outcomeFor(trouble: Trouble, keyInUse: KeyInUse, isOpen: boolean): AttemptOutcome {
  if (trouble.kind !== 'status' || trouble.status !== 409 || trouble.outcome !== 'other')
    return trouble.outcome;
  if (isOpen || keyInUse === 'by this submit') return 'in-progress';
  return keyInUse === 'perhaps for a moment' ? 'key-in-use' : trouble.outcome;
}

/** The reason for another attempt, in a few words. */
export function reasonOf(trouble: Trouble): string {
  if (trouble.kind === 'no-answer') return reachWords(trouble.error).why;
  if (trouble.kind === 'alien') return 'an unusable answer';
  const isPage = trouble.kind === 'status' && trouble.body === 'page';
  return `it answered ${trouble.status}${isPage ? ' with a page' : ''}`;
}

/** The code of an UnreachableError for an answer that something between genctl and the service may have written. */
export const unverifiedCode = 'unverified_answer';

/** The code of a MachineError for a request that never left, because a limit of this machine was reached. */
export const notSentCode = 'not_sent';
