/**
 * Works on several things at once, `most` at a time, and keeps their order. The first failure stops the others through
 * their signal; it is thrown when all have ended, so that nothing goes on behind the caller's back.
 *
 * @throws the first failure; the signal's reason where that came first.
 */
export async function fewAtOnce<One, Result>(
  items: readonly One[],
  { most, signal }: { most: number; signal: AbortSignal | undefined },
  work: (item: One, signal: AbortSignal) => Promise<Result>,
): Promise<Result[]> {
  const ended = new AbortController();
  const stop = signal === undefined ? ended.signal : AbortSignal.any([signal, ended.signal]);
  const results: Result[] = [];
  const failures: unknown[] = [];
  const left = items.entries();
  const takeTurns = async (): Promise<void> => {
    for (const [index, item] of left) {
      if (stop.aborted) return;
      try {
        results[index] = await work(item, stop);
      } catch (error) {
        failures.push(error);
        ended.abort(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, takeTurns));
  if (failures.length > 0) throw failures[0];
  signal?.throwIfAborted();
  return results;
}
