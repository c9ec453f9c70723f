import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import type { ToldClock } from '../../api/transport/clock.ts';
import type { Exchange, ExchangeRequest } from '../../api/transport/exchange.ts';
import type { TrafficEvent } from '../../api/transport/traffic.ts';
import { UsageError } from '../../errors/endings.ts';
import { typedWith } from '../../errors/hint.ts';
import { parseBaseUrl } from '../../text/base-url.ts';
import type { AttemptMeans } from '../attempts.ts';
import type { CredentialSource, StoreCredentials } from '../credentials/credentials.ts';
import { isDots } from '../rules/place-address.ts';

/** The means that all calls to one bucket share. */
export interface StoreAccess extends AttemptMeans {
  /** The region is corrected where the store says that the bucket is in another one. */
  address: StoreAddress;
  credentials: CredentialSource;
  exchange: Exchange;
  /** The store's time, by its answers: uploads are as old as it says, and it judges signatures by it. */
  told: ToldClock;
  /** True to sign by that time: the machine's clock is wrong, and the store took no signature by it. */
  signsByTold?: boolean;
  userAgent: string;
  /** Keys of signatures, which are good for a day. */
  signingKeys: Map<string, ArrayBuffer>;
  observe?: ((event: TrafficEvent) => void) | undefined;
}

/**
 * The proof that sets a success of a store apart from a page that a proxy or a portal answers with an equal status. It is the tag of an
 * object, and no page in its place; an element, with another one in it; or a body of nothing.
 */
type AnswerProof = 'tag' | 'emptiness' | { element: string; holds?: string };

/** One call to a store. */
export interface StoreCall {
  method: ExchangeRequest['method'];
  /** The key of the object; the bucket itself is meant where it is left out. */
  key?: string | undefined;
  query?: Readonly<Record<string, string>> | undefined;
  /** Names in lower case. */
  headers?: Readonly<Record<string, string>> | undefined;
  body?: Uint8Array | undefined;
  /** The subject of the call in messages: `part 7 of s3://shots/a.mp4`. */
  what: string;
  /** The proof that a success must have; the tag of an object unless given. */
  proof?: AnswerProof | undefined;
  /** Called with each attempt, for what takes the body of an object as it comes. */
  take?: (() => Promise<(chunk: Uint8Array) => unknown> | ((chunk: Uint8Array) => unknown)) | undefined;
  /** Statuses beside 2xx that are answers. */
  takes?: readonly number[] | undefined;
  /** Codes of errors that are answers. */
  takesCodes?: readonly string[] | undefined;
  signal?: AbortSignal | undefined;
  /** For a call that must not keep anybody waiting: it is made once, and given up after this time. Unit: ms. */
  onceMs?: number | undefined;
}

/** Longest time until an answer: a part may take its time on a slow line, and a store may put parts together for minutes. Unit: ms. */
const headersTimeoutMs = 5 * 60_000;

/** The request of a call, signed with the hash of its body. */
export async function signedRequest(
  { address, clock, signingKeys, signsByTold = false, told, userAgent }: StoreAccess,
  { body, headers, key, method, onceMs, query, signal }: StoreCall,
  { accessKeyId, secretAccessKey, sessionToken }: StoreCredentials,
): Promise<ExchangeRequest> {
  const url = objectUrl(address, key, query);
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers: {
      ...headers,
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
    },
    service: 's3',
    region: address.region,
    accessKeyId,
    secretAccessKey,
    ...(sessionToken === undefined ? {} : { sessionToken }),
    datetime: new Date((signsByTold ? told : clock).nowMs()).toISOString().replace(/[:-]|\.\d{3}/g, ''),
    cache: signingKeys,
  });
  const signed = await signer.sign();
  return {
    method,
    url,
    headers: {
      ...Object.fromEntries(signed.headers),
      'accept-encoding': 'identity',
      'user-agent': userAgent,
    },
    body,
    headersTimeoutMs: onceMs ?? headersTimeoutMs,
    signal,
  };
}

/** How the objects of a bucket are reached. */
interface StoreAddress {
  bucket: string;
  /** The endpoint of a store of one's own, as `checkedEndpoint` gives it; undefined for AWS. */
  endpoint: string | undefined;
  region: string;
}

/** The region of requests where nothing names one. */
export const usualRegion = 'us-east-1';

/** Tells whether a key comes to a store as it is: `.` and `..` in an address lead elsewhere, and half a character has no bytes. */
export function keepsKey(key: string): boolean {
  return !/\p{Cs}/u.test(key) && !key.split('/').some(isDots);
}

/** The URL of an object, or of the bucket where no key is given. Query names without a value are sent as `name=`. */
export function objectUrl(store: StoreAddress, key = '', query: Readonly<Record<string, string>> = {}): URL {
  const path = key.split('/').map(escaped).join('/');
  const words = Object.entries(query).map(([name, value]) => `${escaped(name)}=${escaped(value)}`);
  return new URL(`${bucketUrl(store)}/${path}${words.length === 0 ? '' : `?${words.join('&')}`}`);
}

/**
 * A store of one's own has the bucket in the path: few have a certificate for a name below theirs. AWS has it in the host, unless a
 * dot in it would make it one name more than its certificate covers.
 */
function bucketUrl({ bucket, endpoint, region }: StoreAddress): string {
  if (endpoint !== undefined) return `${endpoint}/${escaped(bucket)}`;
  const host = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  return bucket.includes('.') ? `https://${host}/${bucket}` : `https://${bucket}.${host}`;
}

/** Escapes what a signature has escaped: everything but letters, digits and `-._~`. */
function escaped(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * Checks the endpoint of a store. It is https, or http on this machine: files and session tokens would be read on the way. Throws
 * UsageError.
 *
 * @param source what named it, such as `--s3-endpoint`.
 */
export function checkedEndpoint(text: string, source: string): string {
  const read = readEndpoint(text);
  if (read.ok) return read.url;
  throw new UsageError({
    code: 'invalid_endpoint',
    message: `${source} is not an endpoint of an object store`,
    why: read.why,
    hint: typedWith('--s3-endpoint', likelyEndpoint(text) ?? 'https://HOST'),
  });
}

function readEndpoint(text: string): ReturnType<typeof parseBaseUrl> {
  const read = parseBaseUrl(text);
  return read.ok && read.sandbox ? { ok: false, why: 'The sandbox has no object store.' } : read;
}

/** The endpoint that was probably meant by a host without its scheme, or by http to another machine. */
function likelyEndpoint(text: string): string | undefined {
  const host = text.replace(/^https?:\/*/i, '');
  // Nothing that a shell would read in another way.
  if (!/^[\w.-]+(:\d+)?(\/[\w./-]*)?$/.test(host)) return undefined;
  return [`http://${host}`, `https://${host}`].find((url) => readEndpoint(url).ok);
}
