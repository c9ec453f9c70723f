import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import type { RetryNotice } from '../../api/transport/call-once.ts';
import type { Clock, ToldClock } from '../../api/transport/clock.ts';
import type { Exchange, ExchangeRequest } from '../../api/transport/exchange.ts';
import type { RetryBudget } from '../../api/transport/rate-gate.ts';
import type { TrafficEvent } from '../../api/transport/traffic.ts';
import type { CredentialSource, StoreCredentials } from '../credentials/credentials.ts';
import { objectUrl, type StoreAddress } from '../rules/object-url.ts';

/** The means that all calls to one bucket share. */
export interface StoreAccess {
  /** The region is corrected where the store says that the bucket is in another one. */
  address: StoreAddress;
  credentials: CredentialSource;
  exchange: Exchange;
  clock: Clock;
  /** The store's time, by its answers: uploads are as old as it says, and it judges signatures by it. */
  told: ToldClock;
  /** True to sign by that time: the machine's clock is wrong, and the store took no signature by it. */
  signsByTold?: boolean;
  /** In [0, 1). */
  random: () => number;
  userAgent: string;
  /** Keys of signatures, which are good for a day. */
  signingKeys: Map<string, ArrayBuffer>;
  budget: RetryBudget;
  observe?: ((event: TrafficEvent) => void) | undefined;
  onRetry?: ((notice: RetryNotice) => void) | undefined;
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
  /** The proof that a success must have. */
  proof: AnswerProof;
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
