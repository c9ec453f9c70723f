import type { QueueConnection } from './connection.ts';

/** The parts of a queue that tell who is there. */
export interface PresenceStore extends Pick<QueueConnection, 'prefix'> {
  redis: {
    eval(script: string, keys: number, ...words: (string | number)[]): Promise<unknown>;
    zrem(key: string, member: string): Promise<number>;
  };
}

/** A worker that has said nothing for so long is there no more. Unit: s. */
const presentS = 20;

/** Notes a name by the store's clock, which all machines share, and forgets who has said nothing for long. */
const presence = `local now = tonumber(redis.call('TIME')[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[2])`;

const present = `return redis.call('ZRANGEBYSCORE', KEYS[1], redis.call('TIME')[1] - ARGV[1], '+inf')`;

/** Notes that a worker takes lines, which is to be said again and again. */
export async function sayPresent({ prefix, redis }: PresenceStore, name: string): Promise<void> {
  await redis.eval(presence, 1, keyOf(prefix), name, presentS);
}

/** Notes that a worker takes lines no more. */
export async function sayGone({ prefix, redis }: PresenceStore, name: string): Promise<void> {
  await redis.zrem(keyOf(prefix), name);
}

/** The names of the workers that take lines. One that was killed is among them for a while. */
export async function presentWorkers({ prefix, redis }: PresenceStore): Promise<string[]> {
  const names = await redis.eval(present, 1, keyOf(prefix), presentS);
  return Array.isArray(names) ? names.map(String) : [];
}

function keyOf(prefix: string): string {
  return `${prefix}:workers`;
}
