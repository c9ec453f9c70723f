import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import type { ExchangeRequest } from '../../api/transport/exchange.ts';
import type { StoreCredentials } from '../credentials/credential-source.ts';
import { objectUrl } from '../rules/object-url.ts';
import type { StoreAccess, StoreCall } from './store-access.ts';

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
