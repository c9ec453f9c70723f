import type { Clock } from '../../api/transport/clock.ts';

/**
 * Asks a store that may be away: resolves with undefined where it has not answered within `mostMs`, or fails. There is one question at
 * a time, whoever asks, so that none pile up. A signal ends the waiting.
 */
export function askWithin<Answer>(
  ask: () => Promise<Answer>,
  { clock, mostMs, signal }: { clock: Pick<Clock, 'sleep'>; mostMs: number; signal: AbortSignal },
): () => Promise<Answer | undefined> {
  let asked: Promise<Answer | undefined> | undefined;
  async function answer(): Promise<Answer | undefined> {
    try {
      return await ask();
    } catch {
      return undefined;
    } finally {
      asked = undefined;
    }
  }
  return async () => {
    const over = new AbortController();
    const late = clock.sleep(mostMs, AbortSignal.any([over.signal, signal]));
    asked ??= answer();
    try {
      return await Promise.race([asked, late.then(() => undefined)]);
    } finally {
      over.abort();
      await late;
    }
  };
}
