import { tryReadJson } from '../../schema/json/read-json.ts';
import { type TimeBounds, timeBounds } from '../../service/retries/clock-skew.ts';
import { isSentOnce, startsJobs } from '../../service/retries/retry.ts';
import { routePath, routes } from '../../service/routes.ts';
import { alien, noAnswer, redirect, refusedStatus, type Trouble } from '../trouble/trouble.ts';
import { isErrorEnvelope, readWireError, refusalKind } from '../trouble/wire-error.ts';
import { pictureTypeOf } from '../ways/inline-picture.ts';
import { readBody, textOf, unpacked } from './answer-body.ts';
import { type ApiAnswer, type ApiCall, answerBytesMost, attemptTimeoutMs } from './api-call.ts';
import type { ToldClock } from './clock.ts';
import { type Exchange, ExchangeError, type ExchangeRequest, type ExchangeResponse } from './exchange.ts';
import { sendObserved, type TrafficEvent } from './traffic.ts';

/** The means and facts that every request of an account shares. */
export interface ApiAccess {
  /** The URL that paths are appended to, without a slash at its end. */
  requestBase: string;
  apiKey: string;
  userAgent: string;
  exchange: Exchange;
  clock: ToldClock;
  observe?: ((event: TrafficEvent) => void) | undefined;
}

export type AttemptResult = { answer: ApiAnswer } | { trouble: Trouble };

/** An attempt near its call's deadline still gets this much time. Unit: ms. */
const attemptMsLeast = 5000;
/** How much of a refusal is read; it may quote the request back. Unit: bytes. */
const refusalBytesMost = 1024 * 1024;

/** Statuses that are about the account, so that their body is never taken for the state of a task. */
const ofTheAccount = [401, 403, 429];

/**
 * Sends a request once and judges the answer. Throws only the signal's reason, where the request is aborted before a 2xx answer
 * begins. A 2xx body that is aborted midway is returned as trouble, with the bytes that arrived.
 */
export async function attemptCall(account: ApiAccess, ask: ApiCall, attempt: number): Promise<AttemptResult> {
  const { clock, exchange } = account;
  const sentAtMs = clock.nowMs();
  const sentMs = clock.monotonicMs();
  const leftMs = (ask.deadlineMs ?? Number.POSITIVE_INFINITY) - sentMs;
  const timeoutMs = Math.min(attemptTimeoutMs(ask.route), Math.max(attemptMsLeast, leftMs));
  const request = requestOf(account, ask, timeoutMs);
  try {
    const response = await sendObserved(exchange, request, attempt, account);
    return await judge(ask, request.url, response, {
      clock,
      timeoutMs,
      ...timesOf(response, { clock, sentAtMs, sentMs }),
    });
  } catch (error) {
    ask.signal?.throwIfAborted();
    if (error instanceof ExchangeError) return { trouble: noAnswer(error) };
    throw error;
  }
}

function requestOf(account: ApiAccess, ask: ApiCall, headersTimeoutMs: number): ExchangeRequest {
  const headers: Record<string, string> = {
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': account.userAgent,
  };
  if (ask.body !== undefined) headers['content-type'] = 'application/json';
  Object.assign(headers, ask.headers);
  headers.authorization = `Bearer ${account.apiKey}`;
  return {
    method: routes[ask.route].method,
    url: new URL(account.requestBase + (ask.path ?? routePath(ask.route, ask.id))),
    headers,
    body: ask.body,
    headersTimeoutMs,
    ownConnection: isSentOnce(ask.retryRoute),
    signal: ask.signal,
  };
}

interface Judging {
  clock: ToldClock;
  timeoutMs: number;
  sentAtMs: number;
  tookMs: number;
  /** The sender's time as the answer began; undefined where it does not tell. */
  bounds: TimeBounds | undefined;
}

/** When the request was sent, at the earliest by the time that its answer tells. */
function timesOf(
  { headers: { age, date } }: ExchangeResponse,
  { clock, sentAtMs, sentMs }: { clock: ToldClock; sentAtMs: number; sentMs: number },
): Pick<Judging, 'bounds' | 'sentAtMs' | 'tookMs'> {
  const tookMs = clock.monotonicMs() - sentMs;
  const bounds = timeBounds({ age, date, tookMs });
  return { bounds, tookMs, sentAtMs: bounds === undefined ? sentAtMs : bounds.leastMs - tookMs };
}

async function judge(
  ask: ApiCall,
  url: URL,
  response: ExchangeResponse,
  judging: Judging,
): Promise<AttemptResult> {
  const { bounds, clock, sentAtMs, tookMs } = judging;
  const { status, headers } = response;
  if (status >= 300 && status < 400) {
    void response.discard();
    return { trouble: redirect(ask, response, { from: url, nowMs: clock.nowMs() }) };
  }
  if (status < 200 || status >= 400) {
    const text = await refusalText(response, clock);
    ask.signal?.throwIfAborted();
    const json = ofTheAccount.includes(status) ? undefined : tryReadJson(text);
    const isAnswer = json !== undefined && ask.isAnswer?.(json) === true;
    // A proxy in between has a clock of its own.
    if (isAnswer || isErrorEnvelope(text)) clock.tell(bounds);
    if (isAnswer)
      return { answer: { status, headers, bytes: Buffer.from(text), text, json, sentAtMs, tookMs } };
    return { trouble: refusedStatus(ask, response, { text, nowMs: clock.nowMs() }) };
  }
  return judgeSuccess(ask, response, judging);
}

async function judgeSuccess(
  ask: ApiCall,
  response: ExchangeResponse,
  { bounds, clock, sentAtMs, timeoutMs, tookMs }: Judging,
): Promise<AttemptResult> {
  const { status, headers } = response;
  const bytesMost = answerBytesMost(ask.route);
  const { bytes, broken, cut } = await readBody(response, { clock, timeoutMs, bytesMost });
  const contentType = headers['content-type']?.split(';')[0]?.trim();
  const unread = startsJobs(ask.retryRoute) && bytes.length > 0 ? { contentType, bytes } : undefined;
  const wrongly = (says: string, text = ''): AttemptResult => {
    const read = { says, text: text.slice(0, refusalBytesMost), nowMs: clock.nowMs() };
    return { trouble: { ...alien(ask, response, read), unread } };
  };
  if (broken !== undefined) return { trouble: { ...noAnswer(broken), unread } };
  if (cut) return wrongly(`is longer than ${bytesMost / 1024 / 1024} MiB`);
  const pictureType = ask.takesPicture === true ? pictureTypeOf(contentType, bytes) : undefined;
  const text =
    pictureType === undefined ? textOf(unpacked(bytes, headers['content-encoding'], bytesMost)) : '';
  const made = { status, headers, bytes, text, sentAtMs, tookMs };
  if (ask.isKnown?.({ headers, text }) === true) {
    clock.tell(bounds);
    return { answer: { ...made, json: undefined } };
  }
  const json = pictureType === undefined ? tryReadJson(text) : undefined;
  if (json === undefined && ask.takesPicture !== true)
    return wrongly(`is not JSON${glimpse(headers, text)}`, text);
  const answer: ApiAnswer = { ...made, json, pictureType };
  const wrong = await ask.accept?.(answer);
  if (wrong === undefined) {
    clock.tell(bounds);
    return { answer };
  }
  return wrongly(`${wrong}${json === undefined ? glimpse(headers, text) : quotedError(headers, text)}`, text);
}

/** The words of an error that came as a 2xx, with a colon before them; empty for any other JSON. */
function quotedError(headers: Readonly<Record<string, string>>, text: string): string {
  const contentType = headers['content-type'];
  if (refusalKind(contentType, text) !== 'service') return '';
  const { code, message = code } = readWireError(contentType, text);
  return message === undefined ? '' : `: “${message.slice(0, 80)}”`;
}

/** The text of a refusal, as far as it arrives: the status stands without it, and the begin of a page shows that it is one. */
async function refusalText(response: ExchangeResponse, clock: ToldClock): Promise<string> {
  const bytesMost = refusalBytesMost;
  const { bytes } = await readBody(response, { clock, timeoutMs: 10_000, bytesMost });
  return textOf(unpacked(bytes, response.headers['content-encoding'], bytesMost));
}

/** Names a page that came in the answer's place: a captive portal can be known by its title. */
function glimpse(headers: Readonly<Record<string, string>>, text: string): string {
  if (text.trim() === '') return ', it is empty';
  const contentType = headers['content-type'];
  const { message } = readWireError(contentType, text.slice(0, refusalBytesMost));
  const kind = contentType === undefined ? '' : ` but ${contentType.split(';')[0]?.trim()}`;
  return message === undefined ? kind : `${kind}: “${message.slice(0, 80)}”`;
}
