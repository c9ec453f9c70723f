import { genctl, type Hint, say, thenAgain } from '../../errors/hint.ts';
import { isLimit, systemTrouble } from '../../errors/system-trouble.ts';
import { timeBounds, withinBounds } from '../../service/retries/clock-skew.ts';
import { type AttemptOutcome, outcomeOfStatus, startsJobs } from '../../service/retries/retry.ts';
import { parseRetryAfterMs } from '../../service/retries/retry-after.ts';
import { namesBalance, type WireError } from '../../service/retries/settling-refusal.ts';
import type { ApiCall, KeyInUse, UnreadAnswer } from '../transport/api-call.ts';
import type { ExchangeError, ExchangeResponse } from '../transport/exchange.ts';
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
  // Another attempt would meet the same limit of this machine.
  if (error.reached === 'never' && isLimit(error.code)) return { kind: 'no-answer', outcome: 'other', error };
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
  if (trouble.kind === 'no-answer') return reachWords(trouble.error.code).why;
  return trouble.kind === 'alien' ? 'an unusable answer' : `it answered ${trouble.status}`;
}

const doctor = genctl`doctor`;
const retry = say`Check the network, then run it again; to look at each step: ${doctor}`;

/** Why a service was not reached or gave no whole answer, and what mends it, by the code of the error. */
const reachTroubles: Record<string, { why: string; hint: Hint }> = {
  ECONNREFUSED: {
    why: 'the connection was refused',
    hint: say`Is the service up, and the port right? ${doctor}`,
  },
  ENOTFOUND: { why: 'its name does not exist', hint: say`Check the base URL: ${doctor}` },
  EAI_AGAIN: { why: 'DNS could not look up its name', hint: retry },
  UND_ERR_CONNECT_TIMEOUT: { why: 'no connection within 10 s', hint: retry },
  ETIMEDOUT: { why: 'no connection in time', hint: retry },
  UND_ERR_HEADERS_TIMEOUT: { why: 'no answer came in time', hint: retry },
  HEADERS_TIMEOUT: { why: 'no answer came in time', hint: retry },
  UND_ERR_BODY_TIMEOUT: { why: 'the answer stopped midway', hint: retry },
  BODY_TIMEOUT: { why: 'the answer was incomplete in time', hint: retry },
  BODY_CUT: { why: 'the answer broke off', hint: retry },
  TOO_SLOW: { why: 'the answer was slower than 1 KiB/s for 30 s', hint: retry },
  UND_ERR_SOCKET: { why: 'the connection was closed midway', hint: retry },
  ECONNRESET: { why: 'the connection was reset', hint: retry },
  EPIPE: { why: 'the connection was closed midway', hint: retry },
  PROXY: {
    why: 'the proxy in https_proxy or http_proxy is not a URL',
    hint: 'Check https_proxy and http_proxy',
  },
  UND_ERR_ABORTED: { why: 'the proxy refused the connection', hint: 'Check https_proxy and no_proxy' },
  NOT_SANDBOX: {
    why: 'the embedded sandbox opens no connection',
    hint: say`Use an account: ${genctl`auth login`}`,
  },
};

/** The code of a MachineError for a request that never left, because a limit of this machine was reached. */
export const notSentCode = 'not_sent';

/** Explains an error code of the network to a person: what happened, and what to do. */
export function reachWords(code: string): { why: string; hint: Hint } {
  const known = reachTroubles[code];
  if (known !== undefined) return known;
  const trouble = isLimit(code) ? systemTrouble(code) : undefined;
  if (trouble !== undefined) return { why: trouble.why, hint: say`${trouble.mend}${thenAgain}` };
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/.test(code))
    return {
      why: 'this machine does not trust its certificate, or it does not speak TLS',
      hint: 'If a company proxy signs certificates, set NODE_EXTRA_CA_CERTS to its file',
    };
  return { why: 'the connection failed', hint: retry };
}
