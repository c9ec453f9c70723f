import type { ShotEnd } from '../../batch/run/shots.ts';
import { chargeOf } from '../../service/charge.ts';
import { microUsdOf, usdOf } from '../../text/money.ts';
import type { QueueConnection } from './connection.ts';

/** Sums that workers have told since the queue began. A worker that is killed at the wrong moment tells a line twice, or not at all. */
export interface EndsTold {
  ended: number;
  chargedUsd: number;
}

/** Counts a line that a worker has brought to its end; `wasOver`: its job was over before, and its charge is no new one. */
export async function addEnd(
  { prefix, redis }: Pick<QueueConnection, 'prefix' | 'redis'>,
  end: ShotEnd,
  wasOver: boolean,
): Promise<void> {
  const usd = end.kind === 'followed' && !wasOver ? (chargeOf(end.job.record.job) ?? 0) : 0;
  const key = keyOf(prefix);
  await Promise.all([redis.hincrby(key, 'ended', 1), redis.hincrbyfloat(key, 'charged', microUsdOf(usd))]);
}

export async function readEnds({ prefix, redis }: QueueConnection): Promise<EndsTold> {
  const { charged, ended } = await redis.hgetall(keyOf(prefix));
  return { ended: Number(ended ?? 0), chargedUsd: usdOf(Number(charged ?? 0)) };
}

function keyOf(prefix: string): string {
  return `${prefix}:ends`;
}
