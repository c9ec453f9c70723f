/** The span of bytes that a 206 brings. @see RFC 9110 §14.4 */
export interface ContentRange {
  /** Unit: bytes, from 0. */
  start: number;
  /** Position of the last byte, which belongs to the span. */
  end: number;
  /** Length of the whole file; undefined where the sender does not know it. */
  totalBytes: number | undefined;
}

/** Reads a header such as `bytes 0-99/200`; undefined for anything else, and for an impossible span. */
export function parseContentRange(value: string | undefined): ContentRange | undefined {
  const match = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/.exec(value?.trim() ?? '');
  if (match === null) return undefined;
  const range = {
    start: Number(match[1]),
    end: Number(match[2]),
    totalBytes: match[3] === '*' ? undefined : Number(match[3]),
  };
  const isPossible = range.start <= range.end && range.end < (range.totalBytes ?? Number.POSITIVE_INFINITY);
  return isPossible ? range : undefined;
}

/**
 * An ETag for If-Range. Only a strong one will do, because a weak one does not stand for the exact bytes.
 * @see RFC 9110 §8.8.1, §13.1.5
 */
export function strongEtag(value: string | undefined): string | undefined {
  const trimmed = value?.trim();
  return trimmed !== undefined && /^"[\x21\x23-\x7e]*"$/.test(trimmed) ? trimmed : undefined;
}

/** The Content-Length; undefined where the header is missing or is no number of bytes. */
export function contentLength(headers: Readonly<Record<string, string>>): number | undefined {
  const value = headers['content-length'];
  return value !== undefined && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}
