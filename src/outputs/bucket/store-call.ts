import { contentLength } from '../../api/content-range.ts';
import { readBody, textOf } from '../../api/transport/answer-body.ts';
import { ExchangeError, type ExchangeResponse } from '../../api/transport/exchange.ts';
import { sendObserved } from '../../api/transport/traffic.ts';
import { reachWords } from '../../api/trouble/reach-words.ts';
import { noAnswer } from '../../api/trouble/trouble.ts';
import { harmlessSkewMs, timeBounds } from '../../service/retries/clock-skew.ts';
import { type AttemptOutcome, outcomeOfStatus } from '../../service/retries/retry.ts';
import { parseRetryAfterMs } from '../../service/retries/retry-after.ts';
import { type AttemptEnd, untilAnswered } from '../attempts.ts';
import type { StoreCredentials } from '../credentials/credentials.ts';
import { readXml, textAt, type XmlElement } from '../rules/store-xml.ts';
import { type StoreAccess, type StoreCall, signedRequest } from './store-access.ts';
import {
  isOfNoStore,
  type StoreRefusal,
  saysExpired,
  storeRefused,
  storeUnreachable,
} from './store-errors.ts';

interface StoreAnswer {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** The body, up to 16 MiB of it; empty where it was taken as it came. */
  body: Buffer;
  isCut: boolean;
  /** The body where it is XML. */
  xml: XmlElement | undefined;
  /** The code of an error. */
  code: string | undefined;
}

/** An answer, and how many attempts it took. Those before it may have been done as well. */
export type StoreResult = StoreAnswer & { attempts: number };

const bytesMost = 16 * 1024 * 1024;
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

/**
 * Makes a call, and repeats it as the retry table permits: each may be repeated, because what was written twice is the same. Where the
 * credentials are expired, it goes on with new ones; where the bucket is in another region, there. Rejects with the CliError that
 * stands for anything but an answer, or with the signal's reason.
 */
export async function callStore(access: StoreAccess, ask: StoreCall): Promise<StoreResult> {
  const { onceMs, signal, what } = ask;
  const mends = createMends(access, ask, await access.credentials.get());
  const outcomeIf = (outcome: AttemptOutcome) => (onceMs === undefined ? outcome : 'other');
  async function attempt(attempts: number): Promise<AttemptEnd<StoreResult>> {
    const by = mends.now();
    const asked = { access, ask, attempts, source: by.used.source };
    try {
      const answer = await answerTo(access, ask, { attempts, used: by.used });
      if (isWanted(ask, answer)) return { answer: { ...answer, attempts } };
      const { code, headers, status, xml } = answer;
      const message = code === undefined ? undefined : textAt(xml, 'Message');
      const refusal = { status, code, message, dateMs: Date.parse(headers.date ?? '') };
      if (await mends.mend(refusal, answer, by)) return 'again';
      const outcome = outcomeOf(refusal, ask);
      return {
        outcome: outcomeIf(outcome),
        reason: `it answered ${status}${code === undefined ? '' : ` ${code}`}`,
        retryAfterMs: parseRetryAfterMs(headers['retry-after'], access.told.nowMs()),
        error: () => storeRefused(refusal, asked, outcome !== 'other'),
      };
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof ExchangeError)) throw error;
      return {
        outcome: outcomeIf(noAnswer(error).outcome),
        reason: reachWords(error).why,
        error: () => storeUnreachable(error, asked),
      };
    }
  }
  return untilAnswered({ ...access, signal }, { route: 'store', what }, attempt);
}

/** Keeps the means that an attempt goes by, and finds others for the next one. */
function createMends(access: StoreAccess, { method }: StoreCall, first: StoreCredentials) {
  const { address, credentials, told } = access;
  let used = first;
  let isRenewed = false;
  let isMoved = false;
  const now = () => ({ used, region: address.region, signsByTold: access.signsByTold === true });
  return {
    now,
    /** Mends the cause of a refusal of an attempt that went by this; false where nothing can. Rejects with CliError. */
    async mend(
      refusal: StoreRefusal,
      { headers, xml }: StoreAnswer,
      by: ReturnType<typeof now>,
    ): Promise<boolean> {
      const { code, status } = refusal;
      // An answer to HEAD has no body that would say so.
      const isUntold = code === undefined && method === 'HEAD' && [400, 403].includes(status);
      const mayBeExpired = saysExpired(refusal) || (isUntold && used.sessionToken !== undefined);
      const fresh = isRenewed || !mayBeExpired ? undefined : await credentials.renewed(used);
      if (fresh !== undefined) {
        [isRenewed, used] = [true, fresh];
        return true;
      }
      // Another call may have taken the region on while this one was under way.
      const region = headers['x-amz-bucket-region'] ?? textAt(xml, 'Region') ?? '';
      if (!isMoved && region !== by.region && /^[a-z0-9-]{1,40}$/.test(region)) {
        [isMoved, address.region] = [true, region];
        return true;
      }
      // The store refused a signature: it is made by the store's time from now on, where this machine's clock is off.
      if (by.signsByTold || ![400, 403].includes(status)) return false;
      access.signsByTold = Math.abs(told.machineAheadMs()) > harmlessSkewMs;
      return access.signsByTold;
    },
  };
}

async function answerTo(
  access: StoreAccess,
  ask: StoreCall,
  { attempts, used }: { attempts: number; used: StoreCredentials },
): Promise<StoreAnswer> {
  const { clock, exchange, told } = access;
  const sentMs = clock.monotonicMs();
  const response = await sendObserved(exchange, await signedRequest(access, ask, used), attempts, access);
  const { headers, status } = response;
  const { age, date } = headers;
  told.tell(timeBounds({ age, date, tookMs: clock.monotonicMs() - sentMs }));
  const bare = { status, headers, body: Buffer.alloc(0), isCut: false, xml: undefined, code: undefined };
  if (ask.take !== undefined && isProven(ask, bare)) {
    await takeBody(response, await ask.take());
    return bare;
  }
  // An answer to HEAD tells the length of a body that it does not have.
  if (ask.method === 'HEAD') {
    await response.discard();
    return bare;
  }
  const timeoutMs = ask.onceMs ?? answerTimeoutMs;
  const { broken, bytes, cut } = await readBody(response, { clock, bytesMost, timeoutMs });
  if (broken !== undefined) throw broken;
  const xml = bytes.length === 0 || cut ? undefined : readXml(textOf(bytes));
  const code = xml?.name === 'Error' ? textAt(xml, 'Code') : undefined;
  return { ...bare, body: bytes, isCut: cut, xml, code };
}

/** Gives a body on chunk by chunk. Throws ExchangeError where it does not come whole. */
async function takeBody(
  { body, headers }: ExchangeResponse,
  take: (chunk: Uint8Array) => unknown,
): Promise<void> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    await take(chunk);
  }
  if (bytes !== (contentLength(headers) ?? bytes))
    throw new ExchangeError('unknown', 'BODY_CUT', `The object broke off at ${bytes} bytes`);
}

/** Tells whether an answer is one that its call can use: a success, or an error that it takes. */
function isWanted(ask: StoreCall, answer: StoreAnswer): boolean {
  const { code, status } = answer;
  // A store that puts parts together answers 200 before it has done so, and says in the body that it failed.
  if (answer.xml?.name !== 'Error' && isProven(ask, answer)) return true;
  return (
    ask.takes?.includes(status) === true || (code !== undefined && ask.takesCodes?.includes(code) === true)
  );
}

/** Tells whether a success is a store's own. */
function isProven(
  { method, proof = 'tag' }: StoreCall,
  { body, headers, status, xml }: StoreAnswer,
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

function outcomeOf(refusal: StoreRefusal, ask: StoreCall): AttemptOutcome {
  const { code = '', status } = refusal;
  const passing = Object.hasOwn(ofTheMoment, code) ? ofTheMoment[code] : undefined;
  if (passing !== undefined) return passing;
  // A store that sends a client elsewhere says so with a code or a region.
  if (status < 300 || isOfNoStore(refusal, ask)) return 'server-error';
  // A store implements no more the next time.
  return status === 501 ? 'other' : outcomeOfStatus(status);
}

/** The maker of the calls to one bucket. */
export interface StoreCaller {
  access: StoreAccess;
  /** Makes a call that ends with the signal. Rejects with CliError. */
  call(ask: Omit<StoreCall, 'what'> & { what?: string | undefined }): Promise<StoreResult>;
  /** The name that messages give the subject of a call about a key. */
  nameOf(key: string): string;
}
