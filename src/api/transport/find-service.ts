import { tryReadJson } from '../../schema/json/read-json.ts';
import { likelyBaseUrls } from '../../service/origin/likely-base-urls.ts';
import { routePath } from '../../service/routes.ts';
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
