import type { Clock } from '../api/transport/clock.ts';

export interface LetGoPorts {
  clock: Clock;
  signal: AbortSignal;
  /** How long the work may go on once the signal has come. Unit: ms. */
  graceMs: number;
}

/**
 * Waits for work that asks the store, which never answers where it is away; after the signal no longer than the grace. Resolves with
 * whether the work is over. Where it is not, nobody waits for it any more. Rejects with what the work rejects with.
 */
export async function isOverInTime(
  work: Promise<unknown>,
  { clock, graceMs, signal }: LetGoPorts,
): Promise<boolean> {
  const over = new AbortController();
  const isLate = (async () => {
    await untilAborted(AbortSignal.any([signal, over.signal]));
    await clock.sleep(graceMs, over.signal);
    return false;
  })();
  try {
    return await Promise.race([work.then(() => true), isLate]);
  } finally {
    over.abort();
    await isLate;
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
