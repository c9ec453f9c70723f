import type { QueueConnection } from './connection.ts';
import type { LockedJob } from './held-write.ts';
import { storedLine, unreadable } from './stored-lines.ts';

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
