import { type AnswerBody, readBody, textOf } from '../../api/transport/answer-body.ts';
import { sleepOrThrow } from '../../api/transport/clock.ts';
import { ExchangeError, type ExchangeResponse } from '../../api/transport/exchange.ts';
import { sendObserved } from '../../api/transport/traffic.ts';
import { reachWords } from '../../api/trouble/trouble.ts';
import { harmlessSkewMs, timeBounds } from '../../service/retries/clock-skew.ts';
import { type AttemptOutcome, nextAttempt, outcomeOfStatus } from '../../service/retries/retry.ts';
import { parseRetryAfterMs } from '../../service/retries/retry-after.ts';
import type { StoreCredentials } from '../credentials/credentials.ts';
import { readXml, textAt, type XmlElement } from '../rules/store-xml.ts';
import { type StoreAccess, type StoreCall, signedRequest } from './store-access.ts';
import { isOfNoStore, type StoreRefusal, storeRefused, storeUnreachable } from './store-errors.ts';

interface StoreAnswer {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** The body, up to 16 MiB of it. */
  body: Buffer;
  isCut: boolean;
  /** The body where it is XML. */
  xml: XmlElement | undefined;
  /** The code of an error that the call takes. */
  code: string | undefined;
}

/** An answer, and how many attempts it took. Those before it may have been done as well. */
export type StoreResult = StoreAnswer & { attempts: number };

type Attempt = { answer: StoreAnswer } | { trouble: Trouble };
/** Why an attempt brought no answer. */
type Trouble = { outcome: AttemptOutcome; retryAfterMs?: number | undefined } & (
  | { kind: 'silence'; error: ExchangeError }
  | { kind: 'refusal'; refusal: StoreRefusal; region: string | undefined }
);

const answerBytesMost = 16 * 1024 * 1024;
const answerTimeoutMs = 5 * 60_000;

/** Errors that are of the moment, whatever their status: the body was cut or spoilt on the way, or the store is busy. */
const ofTheMoment: Readonly<Record<string, AttemptOutcome>> = {
  RequestTimeout: 'unknown',
  IncompleteBody: 'unknown',
  BadDigest: 'unknown',
  XAmzContentSHA256Mismatch: 'unknown',
  InternalError: 'server-error',
  OperationAborted: 'server-error',
  // Somebody else is putting an object there at this moment.
  ConditionalRequestConflict: 'server-error',
  ServiceUnavailable: 'unavailable',
  SlowDown: 'rate-limited',
};
const ofExpiry = ['ExpiredToken', 'ExpiredTokenException', 'TokenRefreshRequired'];

/**
 * Makes a call, and repeats it as the retry table permits: each may be repeated, because what was written twice is the same. Where the
 * credentials are expired, it goes on with new ones; where the bucket is in another region, there. Rejects with the CliError that
 * stands for anything but an answer, or with the signal's reason.
 */
export async function callStore(access: StoreAccess, ask: StoreCall): Promise<StoreResult> {
  const { clock, credentials, random } = access;
  const sinceMs = clock.monotonicMs();
  let used = await credentials.get();
  let isRenewed = false;
  let isMoved = false;
  for (let attempts = 1; ; attempts += 1) {
    const asRegion = access.address.region;
    const signedByTold = access.signsByTold === true;
    const result = await attemptCall(access, ask, { attempts, used });
    if ('answer' in result) return { ...result.answer, attempts };
    const { trouble } = result;
    const fresh =
      isRenewed || !mayBeExpired(trouble, ask, used) ? undefined : await credentials.renewed(used);
    if (fresh !== undefined) {
      isRenewed = true;
      used = fresh;
      continue;
    }
    if (!isMoved && moveRegion(access, trouble, asRegion)) {
      isMoved = true;
      continue;
    }
    if (!signedByTold && takeOnTime(access, trouble)) continue;
    const next = nextAttempt({
      route: 'store',
      outcome: ask.onceMs === undefined ? trouble.outcome : 'other',
      attempt: attempts,
      elapsedMs: clock.monotonicMs() - sinceMs,
      retryAfterMs: trouble.retryAfterMs,
      random,
    });
    if (!next.retry) {
      const asked = { access, ask, attempts, source: used.source };
      throw trouble.kind === 'silence'
        ? storeUnreachable(trouble.error, asked)
        : storeRefused(trouble.refusal, asked);
    }
    const delayMs = Math.max(next.delayMs, access.budget.reserveMs(clock.monotonicMs()));
    access.onRetry?.({ what: ask.what, reason: reasonOf(trouble), attempt: attempts, delayMs });
    await sleepOrThrow(clock, delayMs, ask.signal);
  }
}

/** As `callStore`, for a call whose answer's body is read as a stream. It is made once. */
export async function openStoreBody(
  access: StoreAccess,
  ask: StoreCall,
): Promise<ExchangeResponse | undefined> {
  const used = await access.credentials.get();
  const response = await sendObserved(access.exchange, await signedRequest(access, ask, used), 1, access);
  if (isProven(ask, response)) return response;
  await response.discard();
  return undefined;
}

async function attemptCall(
  access: StoreAccess,
  ask: StoreCall,
  { attempts, used }: { attempts: number; used: StoreCredentials },
): Promise<Attempt> {
  const { clock, exchange, told } = access;
  try {
    const sentMs = clock.monotonicMs();
    const response = await sendObserved(exchange, await signedRequest(access, ask, used), attempts, access);
    const { age, date } = response.headers;
    told.tell(timeBounds({ age, date, tookMs: clock.monotonicMs() - sentMs }));
    const limits = { clock, bytesMost: answerBytesMost, timeoutMs: ask.onceMs ?? answerTimeoutMs };
    const body = ask.method === 'HEAD' ? await noBody(response) : await readBody(response, limits);
    const { broken } = body;
    if (broken !== undefined) return { trouble: { kind: 'silence', outcome: 'unknown', error: broken } };
    return judged(ask, response, body, told.nowMs());
  } catch (error) {
    ask.signal?.throwIfAborted();
    if (!(error instanceof ExchangeError)) throw error;
    const outcome = error.reached === 'never' ? 'never-reached' : 'unknown';
    return { trouble: { kind: 'silence', outcome, error } };
  }
}

/** An answer to HEAD tells the length of a body that it does not have. */
async function noBody(response: ExchangeResponse): Promise<AnswerBody> {
  await response.discard();
  return { bytes: Buffer.alloc(0), cut: false, broken: undefined };
}

function judged(
  ask: StoreCall,
  { headers, status }: ExchangeResponse,
  { bytes, cut }: AnswerBody,
  nowMs: number,
): Attempt {
  const xml = bytes.length === 0 || cut ? undefined : readXml(textOf(bytes));
  // A store that puts parts together answers 200 before it has done so, and says in the body that it failed.
  const isError = xml?.name === 'Error';
  const code = isError ? textAt(xml, 'Code') : undefined;
  const answer = { status, headers, body: bytes, isCut: cut, xml, code };
  const isAnswer = (!isError && isProven(ask, answer, answer)) || ask.takes?.includes(status) === true;
  if (isAnswer || (code !== undefined && ask.takesCodes?.includes(code) === true)) return { answer };
  const date = Date.parse(headers.date ?? '');
  const outcome = outcomeOf({ status, code }, ask);
  const refusal = {
    status,
    code,
    isPassing: outcome !== 'other',
    message: isError ? textAt(xml, 'Message') : undefined,
    dateMs: Number.isNaN(date) ? undefined : date,
  };
  return {
    trouble: {
      kind: 'refusal',
      refusal,
      region: headers['x-amz-bucket-region'] ?? (isError ? textAt(xml, 'Region') : undefined),
      outcome,
      retryAfterMs: parseRetryAfterMs(headers['retry-after'], nowMs),
    },
  };
}

/** Tells whether a success is a store's own. */
function isProven(
  { method, proof }: StoreCall,
  { headers, status }: Pick<StoreAnswer, 'headers' | 'status'>,
  { body = Buffer.alloc(0), xml }: Partial<Pick<StoreAnswer, 'body' | 'xml'>> = {},
): boolean {
  if (status < 200 || status > 299) return false;
  const isEmpty = (): boolean => textOf(body).trim() === '';
  if (proof === 'emptiness') return isEmpty();
  if (proof !== 'tag')
    return xml?.name === proof.element && (proof.holds === undefined || !!textAt(xml, proof.holds)?.trim());
  // An answer to a PUT may call nothing a page; a part of an object is not the object that was asked for.
  const isPage =
    method === 'PUT' ? xml === undefined && !isEmpty() : /^text\/html/i.test(headers['content-type'] ?? '');
  return [200, 201].includes(status) && !!headers.etag?.trim() && !isPage;
}

function outcomeOf(refusal: Pick<StoreRefusal, 'code' | 'status'>, ask: StoreCall): AttemptOutcome {
  const { code, status } = refusal;
  if (code !== undefined && Object.hasOwn(ofTheMoment, code)) return ofTheMoment[code] ?? 'other';
  // A store that sends a client elsewhere says so with a code or a region.
  if (status < 300 || isOfNoStore(refusal, ask)) return 'server-error';
  // A store implements no more the next time.
  if (status === 501) return 'other';
  return outcomeOfStatus(status);
}

/** Tells whether other credentials may help. An answer to HEAD has no body that would say so. */
function mayBeExpired(trouble: Trouble, { method }: StoreCall, { sessionToken }: StoreCredentials): boolean {
  if (trouble.kind !== 'refusal') return false;
  const { code, status } = trouble.refusal;
  const isUntold = code === undefined && method === 'HEAD' && [400, 403].includes(status);
  return ofExpiry.includes(code ?? '') || (isUntold && sessionToken !== undefined);
}

/**
 * Takes on the region that the store names for the bucket. False where it names none, or the one that was asked: another call may have
 * taken it on while this one was under way.
 */
function moveRegion({ address }: StoreAccess, trouble: Trouble, asked: string): boolean {
  if (trouble.kind !== 'refusal' || trouble.region === undefined) return false;
  if (!/^[a-z0-9-]{1,40}$/.test(trouble.region) || trouble.region === asked) return false;
  address.region = trouble.region;
  return true;
}

/** Signs by the store's time from now on, where it refused a signature and this machine's clock is off. False where it is not. */
function takeOnTime(access: StoreAccess, trouble: Trouble): boolean {
  if (trouble.kind !== 'refusal' || ![400, 403].includes(trouble.refusal.status)) return false;
  access.signsByTold = Math.abs(access.told.machineAheadMs()) > harmlessSkewMs;
  return access.signsByTold;
}

function reasonOf(trouble: Trouble): string {
  if (trouble.kind === 'silence') return reachWords(trouble.error.code).why;
  const { code, status } = trouble.refusal;
  return `it answered ${status}${code === undefined ? '' : ` ${code}`}`;
}

/** The maker of the calls to one bucket. */
export interface StoreCaller {
  access: StoreAccess;
  signal: AbortSignal | undefined;
  /** Makes a call that ends with the signal. Rejects with CliError. */
  call(ask: StoreCall): Promise<StoreResult>;
  /** The name that messages give the subject of a call about a key. */
  nameOf(key: string): string;
}
