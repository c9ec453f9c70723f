import { isLoopbackHost, parseBaseUrl } from './base-url.ts';

/** What stands in a path from the version on is appended by the client itself. */
const version = /^v\d+$/i;

/**
 * What may have been meant by a base URL at which no service answers, the likeliest first: what stands before the version of
 * a path (`…/v2`, `…/v2/models`), what stands above it, and on this machine the same by http instead of https, or the other way.
 * `seen` is where a redirect led, if one did.
 *
 * @param baseUrl as `parseBaseUrl` gives it, or an http URL that it refuses.
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
