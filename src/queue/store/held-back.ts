import type { QueueConnection, ScriptStore } from './connection.ts';
import { type LockedJob, storedLine, unreadable } from './stored-lines.ts';

/**
 * The engine puts lines back by the clock of whichever machine asks, so that one that is ahead would have them at once. It is told a
 * time that none of them reaches, and workers put lines back by the store's clock. Unit: ms.
 */
const beyondAnyClockMs = 24 * 60 * 60_000;
/** Lines that are put back in one go. */
const atOnceMost = 1_000;
/** The engine's order of lines that are put off: by this many to the millisecond. */
const scorePerMs = 0x1000;

/** Has a line wait for a while before anybody takes it. Unit: ms. */
export async function putOff(
  { job, token }: LockedJob,
  ms: number,
  { clock }: Pick<QueueConnection, 'clock'>,
): Promise<void> {
  await job.moveToDelayed(Math.trunc(clock.nowMs() + ms + beyondAnyClockMs), token);
}

/** Puts lines back whose time has come. */
export async function takeBackDue({
  clock,
  queue,
  redis,
}: Pick<QueueConnection, 'clock' | 'queue' | 'redis'>): Promise<void> {
  const most = (Math.trunc(clock.nowMs()) + beyondAnyClockMs) * scorePerMs;
  const delayed = queue.toKey('delayed');
  const due = await redis.zrangebyscore(delayed, '-inf', most, 'LIMIT', 0, atOnceMost);
  for (const id of due) {
    const line = await storedLine({ queue }, id);
    if (line === undefined || line === unreadable) {
      // The engine can't put back what it can't read. Whoever is given it leaves it aside.
      if ((await redis.zrem(delayed, id)) > 0) await redis.rpush(queue.toKey('wait'), id);
      continue;
    }
    try {
      await line.promote();
    } catch (error) {
      // Another worker was quicker.
      if (await line.isDelayed()) throw error;
    }
  }
}

/** How many lines a worker may fetch a second. The engine holds nobody back after a 429 where that has no limit at all. */
export const fetchLimit = { max: 1_000_000, duration: 1_000 } as const;

/** The parts of a queue that hold all workers back. */
export interface PauseStore {
  redis: ScriptStore['redis'];
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
