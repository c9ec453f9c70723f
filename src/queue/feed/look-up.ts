import type { QueueConnection } from '../store/connection.ts';

/** Lines that are asked for in one call. */
const perCall = 500;

/** Those of the lines that have their ends. */
export async function endedAmong(
  { queue, redis }: QueueConnection,
  keys: readonly string[],
): Promise<string[]> {
  const ended: string[] = [];
  for (const some of inParts(keys)) {
    const lists = await Promise.all(
      ['completed', 'failed'].map((state) => redis.zmscore(queue.toKey(state), ...some)),
    );
    ended.push(...some.filter((_, place) => lists.some((scores) => typeof scores[place] === 'string')));
  }
  return ended;
}

/** Those of the lines that are not in the queue at all. */
export async function missingAmong(
  { queue, redis }: QueueConnection,
  keys: readonly string[],
): Promise<string[]> {
  const missing: string[] = [];
  for (const some of inParts(keys)) {
    const found = await Promise.all(some.map((key) => redis.exists(queue.toKey(key))));
    missing.push(...some.filter((_, place) => found[place] === 0));
  }
  return missing;
}

function* inParts(keys: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < keys.length; from += perCall) yield keys.slice(from, from + perCall);
}
