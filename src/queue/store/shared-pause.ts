import type { LimitStore } from '../shared-limit.ts';
import type { QueueConnection } from './connection.ts';

/** How many lines a worker may fetch a second. The engine holds nobody back after a 429 where that has no limit at all. */
export const fetchLimit = { max: 1_000_000, duration: 1_000 } as const;

/** The parts of a queue that hold all workers back. */
export interface PauseStore {
  redis: Pick<LimitStore['redis'], 'eval'>;
  queue: Pick<QueueConnection['queue'], 'getRateLimitTtl' | 'toKey'>;
}

/**
 * Holds the engine's limiter for a while, and never for less than it is held already: in one step, because the shorter of two pauses
 * that are told at the same time would otherwise replace the longer one.
 */
const holdLonger = `local held = 0
if tonumber(redis.call('GET', KEYS[1]) or '0') >= tonumber(ARGV[1]) then held = redis.call('PTTL', KEYS[1]) end
if tonumber(ARGV[3]) > held then redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) end
return 1`;

/** Has all workers wait with their submits, for as long as the service asked one of them to. Unit: ms. */
export async function holdAllBack({ queue, redis }: PauseStore, ms: number): Promise<void> {
  if (ms <= 0) return;
  const words = [fetchLimit.max, Number.MAX_SAFE_INTEGER, Math.ceil(ms)];
  await redis.eval(holdLonger, 1, queue.toKey('limiter'), ...words);
}

/** For how long a 429 that a worker was answered holds all of them back; 0 where none does. Unit: ms. */
export async function heldBackMs({ queue }: Pick<PauseStore, 'queue'>): Promise<number> {
  return Math.max(0, await queue.getRateLimitTtl(fetchLimit.max));
}
