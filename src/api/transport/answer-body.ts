import type { Clock } from './clock.ts';
import { ExchangeError, type ExchangeResponse } from './exchange.ts';

export interface BodyLimits {
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

/**
 * Unpacks a body. genctl asks for no compression, and a gateway may compress all the same. A body that broke off is unpacked as far as it
 * goes. A body that is not packed after all is returned as it is, and nothing of one that would become longer than the limit.
 *
 * @param encoding the Content-Encoding header.
 */
export function unpacked(bytes: Buffer, encoding: string | undefined, bytesMost: number): Buffer {
  const method = encoding?.trim().toLowerCase() ?? '';
  if (method === '' || method === 'identity') return bytes;
  // Hardly any run needs it, and it loads Node's streams.
  const { brotliDecompressSync, constants, unzipSync } = process.getBuiltinModule('node:zlib');
  const { BROTLI_OPERATION_FLUSH, Z_SYNC_FLUSH } = constants;
  const maxOutputLength = bytesMost;
  try {
    return method === 'br'
      ? brotliDecompressSync(bytes, { maxOutputLength, finishFlush: BROTLI_OPERATION_FLUSH })
      : unzipSync(bytes, { maxOutputLength, finishFlush: Z_SYNC_FLUSH });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ERR_BUFFER_TOO_LARGE' ? Buffer.alloc(0) : bytes;
  }
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
