import { UsageError } from '../../errors/endings.ts';
import { typedWith } from '../../errors/hint.ts';
import { isLoopbackHost } from '../../text/base-url.ts';
import { isDots } from './place-address.ts';

/** How the objects of a bucket are reached. */
export interface StoreAddress {
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
  const fault = endpointFault(text);
  if (fault === undefined) return text.replace(/\/+$/, '');
  throw new UsageError({
    code: 'invalid_endpoint',
    message: `${source} is not an endpoint of an object store`,
    why: fault,
    hint: typedWith('--s3-endpoint', likelyEndpoint(text) ?? 'https://HOST'),
  });
}

/** The endpoint that was probably meant by a host without its scheme, or by http to another machine. */
function likelyEndpoint(text: string): string | undefined {
  const host = text.replace(/^https?:\/*/i, '');
  // Nothing that a shell would read in another way.
  if (!/^[\w.-]+(:\d+)?(\/[\w./-]*)?$/.test(host) || !URL.canParse(`https://${host}`)) return undefined;
  const { hostname } = new URL(`https://${host}`);
  const likely = `${isLoopbackHost(hostname) ? 'http' : 'https'}://${host}`;
  return endpointFault(likely) === undefined ? likely : undefined;
}

function endpointFault(text: string): string | undefined {
  if (!URL.canParse(text)) return `${JSON.stringify(text.slice(0, 80))} is not a URL.`;
  const { hash, hostname, password, protocol, search, username } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') return `It is neither https nor http but ${protocol}`;
  if (username !== '' || password !== '')
    return 'It holds a user name; genctl takes keys from AWS_ACCESS_KEY_ID.';
  if (search !== '' || hash !== '') return 'It has a query or a fragment.';
  return protocol === 'http:' && !isLoopbackHost(hostname)
    ? `It is http, and ${hostname} is not this machine.`
    : undefined;
}
