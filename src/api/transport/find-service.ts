import { tryReadJson } from '../../schema/json/read-json.ts';
import { routePath } from '../../service/routes.ts';
import { isLoopbackHost, parseBaseUrl } from '../../text/base-url.ts';
import { isErrorEnvelope } from '../trouble/wire-error.ts';
import { readModels } from '../ways/models.ts';
import { readBody, textOf } from './answer-body.ts';
import type { Clock } from './clock.ts';
import { type Exchange, ExchangeError } from './exchange.ts';

export interface ServiceSearch {
  exchange: Exchange;
  clock: Clock;
  userAgent: string;
  /** Sent only to the origin of the base URL. Without it no request carries a key. */
  apiKey?: string | undefined;
}

/** The result of asking at one place: a service, a redirect to another place, or nothing. */
type FoundHere = { kind: 'service' } | { kind: 'redirect'; to: string } | { kind: 'nothing' };

/** How many places are tried, and the longest time for each. Unit of time: ms. */
const placesMost = 6;
const timeoutMs = 5000;
const bytesMost = 8 * 1024 * 1024;

/**
 * Finds the base URL that was probably meant, where no service answers at the given one, by asking likely places for their
 * models. The key is sent only to the origin that was typed; elsewhere the way a service refuses a request without a key gives
 * it away. Undefined where nothing was found.
 */
export async function findService(baseUrl: string, search: ServiceSearch): Promise<string | undefined> {
  const typed = await askAt(baseUrl, { ...search, apiKey: undefined });
  const places = likelyBaseUrls(baseUrl, typed.kind === 'redirect' ? typed.to : undefined);
  const { origin } = new URL(baseUrl);
  for (const place of places.slice(0, placesMost)) {
    const isOwn = new URL(place).origin === origin;
    const found = await askAt(place, isOwn ? search : { ...search, apiKey: undefined });
    if (found.kind === 'service') return place;
  }
  return undefined;
}

async function askAt(baseUrl: string, search: ServiceSearch): Promise<FoundHere> {
  const { apiKey, clock, exchange, userAgent } = search;
  const url = new URL(baseUrl + routePath('listModels'));
  const authorization = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  const headers = { accept: 'application/json', 'user-agent': userAgent, ...authorization };
  try {
    const response = await exchange.send({ method: 'GET', url, headers, headersTimeoutMs: timeoutMs });
    const { location } = response.headers;
    if (response.status >= 300 && response.status < 400) {
      void response.discard();
      const isTold = location !== undefined && URL.canParse(location, url.href);
      return isTold ? { kind: 'redirect', to: new URL(location, url).href } : { kind: 'nothing' };
    }
    const { bytes } = await readBody(response, { clock, timeoutMs, bytesMost });
    return isService(response.status, textOf(bytes)) ? { kind: 'service' } : { kind: 'nothing' };
  } catch (error) {
    if (error instanceof ExchangeError) return { kind: 'nothing' };
    throw error;
  }
}

/** A service answers with a list of models, or refuses the key in its own error envelope. @see service document §4.4, §5 */
function isService(status: number, text: string): boolean {
  if (status === 200) return readModels(tryReadJson(text)) !== undefined;
  return (status === 401 || status === 403) && isErrorEnvelope(text);
}

/** The version in a path, such as `v2`. The client itself appends it and all that follows. */
const version = /^v\d+$/i;

/**
 * Base URLs that may have been meant by one at which no service answers, the likeliest first. They are the URL cut off before a
 * version in its path (`…/v2`, `…/v2/models`), and every folder above it. On this machine they are also these with http for https
 * or the reverse. The target of a redirect, if there was one, is tried in this way before them.
 *
 * @param baseUrl as `parseBaseUrl` gives it, or an http URL that it refuses.
 * @param seen where a redirect led.
 */
export function likelyBaseUrls(baseUrl: string, seen?: string): string[] {
  const url = new URL(baseUrl);
  const others = isLoopbackHost(url.hostname) ? [otherScheme(url)] : [];
  const led = seen === undefined ? [] : placesAbove(new URL(seen));
  const meant = [...led, ...placesAbove(url), ...others.flatMap(placesAbove)].flatMap((text) => {
    const parsed = parseBaseUrl(text);
    return parsed.ok ? [parsed.url] : [];
  });
  return [...new Set(meant)].filter((text) => text !== baseUrl);
}

/** The part before the version, the URL itself, and every folder above it. */
function placesAbove(url: URL): string[] {
  const names = url.pathname.split('/').filter((name) => name !== '');
  const at = names.findIndex((name) => version.test(name));
  const lengths = Array.from({ length: names.length + 1 }, (_, index) => names.length - index);
  return (at < 0 ? lengths : [at, ...lengths]).map((length) =>
    [url.origin, ...names.slice(0, length)].join('/'),
  );
}

function otherScheme(url: URL): URL {
  const other = new URL(url);
  other.protocol = url.protocol === 'https:' ? 'http:' : 'https:';
  return other;
}
