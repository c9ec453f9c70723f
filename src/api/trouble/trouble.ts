import { isLimit } from '../../errors/system-trouble.ts';
import { timeBounds, withinBounds } from '../../service/retries/clock-skew.ts';
import { type AttemptOutcome, outcomeOfStatus, startsJobs } from '../../service/retries/retry.ts';
import { parseRetryAfterMs } from '../../service/retries/retry-after.ts';
import { namesBalance, type WireError } from '../../service/retries/settling-refusal.ts';
import type { ApiCall, KeyInUse, UnreadAnswer } from '../transport/api-call.ts';
import type { ExchangeError, ExchangeResponse } from '../transport/exchange.ts';
import { isRefusedByProxy, reachWords } from './reach-words.ts';
import { isErrorEnvelope, isWholeEnvelope, readBodyRetrySeconds, readWireError } from './wire-error.ts';

/** An attempt that did not bring the answer that was asked for. */
export type Trouble = {
  outcome: AttemptOutcome;
  retryAfterMs?: number | undefined;
  /** The 2xx answer to a submit, where there was one all the same. */
  unread?: UnreadAnswer | undefined;
} & (
  | { kind: 'no-answer'; error: ExchangeError }
  /** `enveloped`: the body is the service's own `{error:{code,message}}`. */
  | { kind: 'status'; status: number; wire: WireError; enveloped: boolean }
  | { kind: 'redirect'; status: number; towards: string | undefined }
  /** A 2xx that is not what was asked for; `says` completes "the answer …". */
  | { kind: 'alien'; status: number; says: string }
);

export function noAnswer(error: ExchangeError): Trouble {
  // Another attempt would meet the same limit of this machine, or the same rule of the proxy.
  if (error.reached === 'never' && (isLimit(error.code) || isRefusedByProxy(error.code)))
    return { kind: 'no-answer', outcome: 'other', error };
  return { kind: 'no-answer', outcome: error.reached === 'never' ? 'never-reached' : 'unknown', error };
}

/**
 * The trouble for a 2xx with an unusable body. A submit was received and may have started a job, so its outcome is unknown; on
 * other routes a repeat would bring the same.
 */
export function alien(ask: Pick<ApiCall, 'retryRoute'>, status: number, says: string): Trouble {
  return { kind: 'alien', outcome: startsJobs(ask.retryRoute) ? 'unknown' : 'other', status, says };
}

export function redirect(response: ExchangeResponse, from: URL): Trouble {
  const location = response.headers.location;
  const towards =
    location !== undefined && URL.canParse(location, from.href) ? new URL(location, from).host : undefined;
  return { kind: 'redirect', outcome: 'other', status: response.status, towards };
}

/** The trouble for an error status. A Retry-After that is a date is compared with that of the answer, else with `nowMs`. */
export function refusedStatus(response: ExchangeResponse, text: string, nowMs: number): Trouble {
  const { status, headers } = response;
  const wire = readWireError(headers['content-type'], text);
  const outcome = outcomeOf(status, text);
  const told = timeBounds({ age: headers.age, date: headers.date, tookMs: 0 });
  const atMs = told === undefined ? nowMs : withinBounds(nowMs, told);
  const asked = [parseRetryAfterMs(headers['retry-after'], atMs), bodyRetryMs(text)].filter(
    (ms) => ms !== undefined,
  );
  return {
    kind: 'status',
    outcome: outcome === 'rate-limited' && namesBalance(wire) ? 'balance' : outcome,
    status,
    wire,
    enveloped: isWholeEnvelope(text),
    retryAfterMs: asked.length === 0 ? undefined : Math.max(...asked),
  };
}

/**
 * A 503 is harmless only in the service's own envelope. A 503 from something in between tells nothing of what became of the
 * request.
 * @see service document §7.4
 */
function outcomeOf(status: number, text: string): AttemptOutcome {
  const outcome = outcomeOfStatus(status);
  return outcome === 'unavailable' && !isErrorEnvelope(text) ? 'server-error' : outcome;
}

function bodyRetryMs(text: string): number | undefined {
  const seconds = readBodyRetrySeconds(text);
  return seconds === undefined ? undefined : seconds * 1000;
}

/**
 * The outcome of a trouble for its call. A 409 is final only where no send of the same submit can have caused it. `isOpen`: the
 * outcome of an earlier send of the same bytes is not known.
 * @see service document §4.1
 */
export function outcomeFor(trouble: Trouble, keyInUse: KeyInUse, isOpen: boolean): AttemptOutcome {
  if (trouble.kind !== 'status' || trouble.status !== 409) return trouble.outcome;
  if (isOpen || keyInUse === 'by this submit') return 'in-progress';
  return keyInUse === 'perhaps for a moment' ? 'key-in-use' : trouble.outcome;
}

/** The reason for another attempt, in a few words. */
export function reasonOf(trouble: Trouble): string {
  if (trouble.kind === 'no-answer') return reachWords(trouble.error).why;
  return trouble.kind === 'alien' ? 'an unusable answer' : `it answered ${trouble.status}`;
}

/** The code of a MachineError for a request that never left, because a limit of this machine was reached. */
export const notSentCode = 'not_sent';
