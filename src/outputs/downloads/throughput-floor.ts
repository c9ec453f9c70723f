import type { Clock } from '../../api/transport/clock.ts';
import { ExchangeError } from '../../api/transport/exchange.ts';

const windowMs = 30_000;
const bytesLeast = 30 * 1024;

/**
 * Ends a transfer that brings less than 30 KiB in 30 s. The returned function is called with the length of each chunk, and
 * with the time that the sender was made to wait, which is no fault of its own. It throws ExchangeError `TOO_SLOW`. The exchange has
 * its own limit for silence.
 */
export function createThroughputFloor(clock: Clock): (bytes: number, heldMs?: number) => void {
  let windowStartMs = clock.monotonicMs();
  let windowBytes = 0;
  return (bytes, heldMs = 0) => {
    windowBytes += bytes;
    windowStartMs += heldMs;
    const nowMs = clock.monotonicMs();
    if (nowMs - windowStartMs < windowMs) return;
    if (windowBytes < bytesLeast)
      throw new ExchangeError('unknown', 'TOO_SLOW', `Only ${windowBytes} bytes came in 30 s`);
    windowStartMs = nowMs;
    windowBytes = 0;
  };
}
