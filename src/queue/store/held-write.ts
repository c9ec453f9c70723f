import type { Job } from 'bullmq';
import type { QueueConnection } from './connection.ts';
import { storeRefusalOf } from './store-refusal.ts';

/** A line as the engine gave it, and the token of its lock. */
export interface LockedJob {
  job: Job;
  token: string;
}

/** The parts of a queue that such a write asks. */
export interface HeldWriteStore extends Pick<QueueConnection, 'shown'> {
  redis: {
    eval(script: string, keys: number, ...words: (string | number)[]): Promise<unknown>;
  };
  queue: Pick<QueueConnection['queue'], 'toKey'>;
}

/** The engine writes a line whoever holds it. In one step with the look at its lock, what the next holder wrote stays. */
const writeWhileLocked = `if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[2], 'data', ARGV[2])
return 1`;

/**
 * Writes down what is known of a line while this worker holds its lock. Resolves with whether it does: otherwise nothing is written,
 * and another worker may have the line, or it is in the queue no more. Throws StoreRefusalError where the store does not take it.
 */
export async function writeHeld(
  { job: { id = '' }, token }: LockedJob,
  line: object,
  { queue, redis, shown }: HeldWriteStore,
): Promise<boolean> {
  const key = queue.toKey(id);
  try {
    return (await redis.eval(writeWhileLocked, 2, `${key}:lock`, key, token, JSON.stringify(line))) === 1;
  } catch (error) {
    throw storeRefusalOf(error, { shown });
  }
}
