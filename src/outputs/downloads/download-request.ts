import type { AccountKey } from '../../account/keys/account-key.ts';
import type { Exchange } from '../../api/transport/exchange.ts';
import { sendObserved, type TrafficEvent } from '../../api/transport/traffic.ts';
import type { RefusedError } from '../../errors/endings.ts';
import type { Hint } from '../../errors/hint.ts';
import { mediaPathPrefix } from '../../service/routes.ts';
import { isLoopbackHost, requestBase } from '../../text/base-url.ts';
import type { AttemptMeans } from '../attempts.ts';
import { linkRefused, unsafeLinkCode } from './download-errors.ts';

/** The link and the means that all requests for one output share. */
export interface DownloadSource extends AttemptMeans {
  /** The link as the job gives it. */
  url: string;
  /** Base URL of the account that the job belongs to. */
  baseUrl: string;
  key: AccountKey;
  /** The command that gives the account another key, for hints. */
  keyMend?: Hint | undefined;
  /** True for a link that is not from the service: the key is not sent, whatever host it names. */
  keyless?: boolean | undefined;
  userAgent?: string | undefined;
  exchange: Exchange;
  /** Path of the finished file, or the name of the finished object. */
  path: string;
  /** The content type that the job gives. */
  contentType?: string | undefined;
  /** Largest file accepted; 8 GiB unless given. Unit: bytes. */
  bytesMost?: number | undefined;
  /**
   * Called at the start, at every half MiB or quarter of a second, and at the end. The total is undefined where the host does
   * not tell.
   */
  onProgress?: ((bytesDone: number, bytesTotal: number | undefined) => void) | undefined;
  observe?: ((event: TrafficEvent) => void) | undefined;
}

const redirectsMost = 5;
/** Longest time until the headers. The body is bound by the floor of throughput instead. Unit: ms. */
const headersTimeoutMs = 60_000;

/**
 * Asks for an output and follows redirects itself: five at most, each one checked, and none gets the key. Throws RefusedError
 * for a link or redirect that may not be followed, and ExchangeError. Resolves with the answer, the URL that gave it, and the key that
 * went there, if one did.
 */
export async function requestOutput(source: DownloadSource, range: Record<string, string>, attempt: number) {
  const { exchange, signal, userAgent = 'genctl' } = source;
  let url = downloadUrl(source.url);
  for (let hop = 0; ; hop += 1) {
    const isKeyed = hop === 0 && source.keyless !== true && takesKey(url, source.baseUrl);
    const apiKey = isKeyed ? source.key.current() : undefined;
    const headers = {
      accept: '*/*',
      'accept-encoding': 'identity',
      'user-agent': userAgent,
      ...range,
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    };
    const request = { method: 'GET' as const, url, headers, headersTimeoutMs, signal };
    const response = await sendObserved(exchange, request, attempt, source);
    if (response.status < 300 || response.status >= 400) return { response, url, apiKey };
    void response.discard();
    const { location } = response.headers;
    if (location === undefined || hop === redirectsMost) {
      const why = `It answered ${response.status} after ${hop} redirects; genctl follows ${redirectsMost}.`;
      throw linkRefused('redirected', `${url.host} redirects a download without an end`, why);
    }
    url = downloadUrl(location, url);
  }
}

/**
 * Checks the link of an output, or of a redirect from the URL `from`. It must be https, or http on this machine, without user
 * name and password; a redirect may not lead from https to http. Throws RefusedError, which names only the host.
 * @see service document §2.2
 */
export function downloadUrl(link: string, from?: URL): URL {
  if (!URL.canParse(link, from?.href)) throw unsafe('It is not a URL.');
  const url = new URL(link, from);
  const isHttps = url.protocol === 'https:';
  if (!isHttps && url.protocol !== 'http:') throw unsafe(`Its protocol is ${url.protocol}, not https:.`);
  if (!isHttps && !isLoopbackHost(url.hostname))
    throw unsafe(`It is http; genctl takes that only from this machine, not from ${url.hostname}.`);
  if (!isHttps && from?.protocol === 'https:') throw unsafe(`${from.host} redirects it from https to http.`);
  if (url.username !== '' || url.password !== '') throw unsafe(`It contains a user name for ${url.host}.`);
  return url;
}

/** Tells whether a link is one of the service's own masked links, which need the key. No other link ever gets the key. §2.2, §4.9 */
export function takesKey(url: URL, baseUrl: string): boolean {
  const base = new URL(requestBase(baseUrl));
  const folder = `${base.pathname.replace(/\/+$/, '')}${mediaPathPrefix}`;
  return url.origin === base.origin && url.pathname.startsWith(folder);
}

function unsafe(why: string): RefusedError {
  return linkRefused(unsafeLinkCode, 'genctl does not follow the link of an output', why);
}
