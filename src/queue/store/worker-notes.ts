import type { ShotEnd } from '../../batch/run/shots.ts';
import { chargeOf } from '../../service/charge.ts';
import { microUsdOf, usdOf } from '../../text/money.ts';
import type { QueueConnection } from './connection.ts';

type NotesStore = Pick<QueueConnection, 'prefix' | 'redis'>;

/** A worker that has said nothing for so long is there no more. Unit: s. */
const presentS = 20;

/** Notes a name by the store's clock, which all machines share, and forgets who has said nothing for long. */
const presence = `local now = tonumber(redis.call('TIME')[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[2])`;

const present = `return redis.call('ZRANGEBYSCORE', KEYS[1], redis.call('TIME')[1] - ARGV[1], '+inf')`;

/** Notes that a worker takes lines, which is to be said again and again. */
export async function sayPresent({ prefix, redis }: NotesStore, name: string): Promise<void> {
  await redis.eval(presence, 1, workersKey(prefix), name, presentS);
}

/** Notes that a worker takes lines no more. */
export async function sayGone({ prefix, redis }: NotesStore, name: string): Promise<void> {
  await redis.zrem(workersKey(prefix), name);
}

/** The names of the workers that take lines. One that was killed is among them for a while. */
export async function presentWorkers({ prefix, redis }: NotesStore): Promise<string[]> {
  const names = await redis.eval(present, 1, workersKey(prefix), presentS);
  return Array.isArray(names) ? names.map(String) : [];
}

function workersKey(prefix: string): string {
  return `${prefix}:workers`;
}

/** Counts a line that a worker has brought to its end; `wasOver`: its job was over before, and its charge is no new one. */
export async function addEnd({ prefix, redis }: NotesStore, end: ShotEnd, wasOver: boolean): Promise<void> {
  const usd = end.kind === 'followed' && !wasOver ? (chargeOf(end.job.record.job) ?? 0) : 0;
  const key = endsKey(prefix);
  await Promise.all([redis.hincrby(key, 'ended', 1), redis.hincrbyfloat(key, 'charged', microUsdOf(usd))]);
}

/** Sums that workers have told since the queue began. A worker that is killed at the wrong moment tells a line twice, or not at all. */
export async function readEnds({ prefix, redis }: NotesStore) {
  const { charged, ended } = await redis.hgetall(endsKey(prefix));
  return { ended: Number(ended ?? 0), chargedUsd: usdOf(Number(charged ?? 0)) };
}

function endsKey(prefix: string): string {
  return `${prefix}:ends`;
}
