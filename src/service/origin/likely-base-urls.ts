import { isLoopbackHost, parseBaseUrl } from '../../text/base-url.ts';

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
