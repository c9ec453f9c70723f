/**
 * A URL with a scheme and a host; undefined for anything else. The parser alone is not enough: in `https:///x` it takes the path
 * for a host.
 */
export function absoluteUrl(text: string): URL | undefined {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/\\?#\s]/i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
}
