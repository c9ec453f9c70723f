import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** A request as it came over the wire. */
export interface RawRequest {
  method: string;
  /** Path and query as they were sent. */
  target: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface KnownKey {
  secret: string;
  /** The session token that has to come with it. */
  token?: string;
  isExpired?: boolean;
}

/** Why a signature is refused: the code of the store, and what is wrong. */
export interface SignatureFault {
  code: string;
  says: string;
}

/** Signature Version 4, written from its description and not from what signs: the fault of a request, or undefined. */
export function signatureFault(
  request: RawRequest,
  { keys, nowMs, region }: { keys: ReadonlyMap<string, KnownKey>; nowMs: number; region: string },
): SignatureFault | undefined {
  const { headers } = request;
  const authorization =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (authorization === null) return { code: 'AccessDenied', says: 'no signature' };
  const [, id = '', day = '', asked = '', names = '', signature = ''] = authorization;
  const key = keys.get(id);
  if (key === undefined) return { code: 'InvalidAccessKeyId', says: `no key ${id}` };
  if (asked !== region)
    return {
      code: 'AuthorizationHeaderMalformed',
      says: `the region ${asked} is wrong; expecting ${region}`,
    };
  const date = String(headers['x-amz-date']);
  const atMs = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(nowMs - atMs) < 15 * 60_000) || !date.startsWith(day))
    return {
      code: 'RequestTimeTooSkewed',
      says: 'The difference between the request time and the current time is too large.',
    };
  const lacking = ['host', ...Object.keys(headers).filter(hasToBeSigned)].filter(
    (name) => !names.split(';').includes(name),
  );
  if (lacking.length > 0) return { code: 'AccessDenied', says: `not signed: ${lacking.join(' ')}` };
  const hash = createHash('sha256').update(request.body).digest('hex');
  if (headers['x-amz-content-sha256'] !== hash)
    return {
      code: 'XAmzContentSHA256Mismatch',
      says: 'The provided x-amz-content-sha256 header does not match what was computed.',
    };
  const canonical = [
    request.method,
    request.target.split('?')[0],
    sortedQuery(request.target.split('?')[1] ?? ''),
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim().replace(/\s+/g, ' ')}`),
    '',
    names,
    hash,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', date, scope, createHash('sha256').update(canonical).digest('hex')].join(
    '\n',
  );
  const signing = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${key.secret}`,
  );
  if (createHmac('sha256', signing).update(text).digest('hex') !== signature)
    return { code: 'SignatureDoesNotMatch', says: 'The request signature we calculated does not match.' };
  if (headers['x-amz-security-token'] !== key.token)
    return { code: 'InvalidToken', says: 'The provided token is malformed.' };
  return key.isExpired === true
    ? { code: 'ExpiredToken', says: 'The provided token has expired.' }
    : undefined;
}

function hasToBeSigned(name: string): boolean {
  return name.startsWith('x-amz-') || name === 'if-none-match' || name === 'if-match';
}

/** Names and values stay escaped as they were sent, and are sorted by byte. */
function sortedQuery(query: string): string {
  return query
    .split('&')
    .filter((word) => word !== '')
    .map((word) => (word.includes('=') ? word : `${word}=`))
    .sort()
    .join('&');
}
