import type { Clock } from './clock.ts';
import { ExchangeError, type ExchangeResponse } from './exchange.ts';

export interface BodyLimits {
  clock: Clock;
  /** Longest body kept; what is longer is cut off there. Unit: bytes. */
  bytesMost: number;
  /** Longest time for all of it; a drip restarts any time-out between chunks. Unit: ms. */
  timeoutMs: number;
}

export interface AnswerBody {
  /** What arrived, up to the limit. */
  bytes: Buffer;
  /** Whether there was more. */
  cut: boolean;
  /** Why it is not whole: it broke off, fell short of its length, or dripped. */
  broken: ExchangeError | undefined;
}

/** Reads a body as far as it comes: what was paid for is worth keeping, whole or not. Throws what is no ExchangeError. */
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

/** Bytes as UTF-8 text, without a byte order mark. */
export function textOf(bytes: Buffer): string {
  return bytes.toString('utf8').replace(/^\uFEFF/, '');
}

/** Resolves with whether there was more than is kept. Throws ExchangeError where the body is not whole. */
async function collect(
  response: ExchangeResponse,
  { clock, bytesMost, timeoutMs }: BodyLimits,
  chunks: Uint8Array[],
): Promise<boolean> {
  const endsMs = clock.monotonicMs() + timeoutMs;
  let bytes = 0;
  for await (const chunk of response.body) {
    if (clock.monotonicMs() > endsMs)
      throw new ExchangeError('unknown', 'BODY_TIMEOUT', `The answer was not whole after ${timeoutMs} ms`);
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
