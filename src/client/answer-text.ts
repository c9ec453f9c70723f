import type { Clock } from './clock.ts';
import { ExchangeError, type ExchangeResponse } from './exchange.ts';

export interface TextLimits {
  clock: Clock;
  /** Longest body kept; what is longer is cut off there. Unit: bytes. */
  bytesMost: number;
  /** Longest time for all of it; a drip restarts any time-out between chunks. Unit: ms. */
  timeoutMs: number;
}

export interface AnswerText {
  text: string;
  /** Whether there was more. */
  cut: boolean;
}

/** Reads a body as UTF-8 text. Throws ExchangeError where it breaks off, falls short of its length or drips. */
export async function readText(response: ExchangeResponse, limits: TextLimits): Promise<AnswerText> {
  const { clock, bytesMost, timeoutMs } = limits;
  const endsMs = clock.monotonicMs() + timeoutMs;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    if (clock.monotonicMs() > endsMs)
      throw new ExchangeError('unknown', 'BODY_TIMEOUT', `The answer was not whole after ${timeoutMs} ms`);
    const room = bytesMost - bytes;
    chunks.push(chunk.subarray(0, room));
    bytes += chunk.byteLength;
    if (chunk.byteLength > room) return { text: decoded(chunks), cut: true };
  }
  const lengthBytes = Number(response.headers['content-length'] ?? bytes);
  if (bytes < lengthBytes)
    throw new ExchangeError(
      'unknown',
      'BODY_CUT',
      `The answer broke off at ${bytes} of ${lengthBytes} bytes`,
    );
  return { text: decoded(chunks), cut: false };
}

function decoded(chunks: readonly Uint8Array[]): string {
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
}
