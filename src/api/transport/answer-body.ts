import type { Clock } from './clock.ts';
import { ExchangeError, type ExchangeResponse } from './exchange.ts';

interface BodyLimits {
  clock: Clock;
  /** Longest body kept; a longer one is cut off. Unit: bytes. */
  bytesMost: number;
  /** Longest time for the whole body: a slow drip would restart a time-out between chunks for ever. Unit: ms. */
  timeoutMs: number;
}

export interface AnswerBody {
  /** The bytes that arrived, up to the limit. */
  bytes: Buffer;
  /** True if the body was longer than the limit. */
  cut: boolean;
  /** Why the body is incomplete: it broke off, was shorter than its length, or took too long. */
  broken: ExchangeError | undefined;
}

/**
 * Reads as much of a body as comes, because even a part of what was paid for is worth keeping. A failed exchange is returned in
 * `broken`; other errors are thrown.
 */
export async function readBody(response: ExchangeResponse, limits: BodyLimits): Promise<AnswerBody> {
  const chunks: Uint8Array[] = [];
  try {
    const cut = await collect(response, limits, chunks);
    return { bytes: Buffer.concat(chunks), cut, broken: undefined };
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error;
    return { bytes: Buffer.concat(chunks), cut: false, broken: error };
  }
}

/** The bytes as UTF-8 text, without a byte order mark. */
export function textOf(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** Resolves with true where the body was longer than the limit. Throws ExchangeError where it is incomplete. */
async function collect(
  response: ExchangeResponse,
  { clock, bytesMost, timeoutMs }: BodyLimits,
  chunks: Uint8Array[],
): Promise<boolean> {
  const endsMs = clock.monotonicMs() + timeoutMs;
  let bytes = 0;
  for await (const chunk of response.body) {
    if (clock.monotonicMs() > endsMs)
      throw new ExchangeError('unknown', 'BODY_TIMEOUT', `The answer was incomplete after ${timeoutMs} ms`);
    const room = bytesMost - bytes;
    chunks.push(chunk.subarray(0, room));
    bytes += chunk.byteLength;
    if (chunk.byteLength > room) return true;
  }
  const lengthBytes = Number(response.headers['content-length'] ?? bytes);
  if (bytes < lengthBytes)
    throw new ExchangeError(
      'unknown',
      'BODY_CUT',
      `The answer broke off at ${bytes} of ${lengthBytes} bytes`,
    );
  return false;
}

/** The span of bytes that a 206 brings. @see RFC 9110 §14.4 */
interface ContentRange {
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
