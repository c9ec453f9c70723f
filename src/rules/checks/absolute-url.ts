/**
 * A URL with a scheme and a host of its own; undefined for anything else. The parser alone does not tell: it takes the path of
 * `https:///x` for a host.
 */
export function absoluteUrl(text: string): URL | undefined {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/\\?#\s]/i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
}
