import type { Processor, Worker } from 'bullmq';
import { type QueueConnection, queueName } from '../store/connection.ts';
import { fetchLimit } from '../store/held-back.ts';
import { StoreRefusalError, storeRefusalOf } from '../store/store-trouble.ts';
import { isOfLine } from '../store/stored-lines.ts';

export interface WorkerPlan {
  /** The name of the worker in the queue. */
  name: string;
  /** How many lines it may hold at once. */
  slots: number;
  work: Processor;
  /** Called with the keys of lines whose locks could not be renewed: another worker may hold them. */
  onLost(keys: readonly string[]): void;
  /** Called where it was given something that the engine itself can't read. */
  onUnreadable(): void;
}

/** The lock of a line. A worker that is killed is noticed when it has run out, and its lines are found by the next check. Unit: ms. */
export const lockMs = 30_000;
const stalledCheckMs = 10_000;
/** A killed worker is no fault of its lines: those are never given up for it. */
const stalledMost = 1_000_000;
/** Time until what became of a line is told again to a store that was away. Unit: ms. */
const toldAgainMs = 1_000;
/**
 * The longest that an idle worker waits before it asks again. Nobody wakes it for a limit that was raised or a pause that is over, and
 * one that is stopped waits for its last question. Unit: ms.
 */
const askAgainMs = 1_000;

/** Opens a worker of the engine, which takes no line before it runs. */
export function openWorker(
  { engine, prefix, redis }: QueueConnection,
  { name, onLost, onUnreadable, slots, work }: WorkerPlan,
): Worker {
  const worker: Worker = new engine.bullmq.Worker(queueName, work, {
    ...{ connection: redis, prefix, name, concurrency: slots, autorun: false, limiter: fetchLimit },
    ...{ lockDuration: lockMs, stalledInterval: stalledCheckMs, maxStalledCount: stalledMost },
    ...{ runRetryDelay: toldAgainMs, drainDelay: askAgainMs / 1_000, maximumRateLimitDelay: askAgainMs },
  });
  // The connection tells its own trouble, and the client goes on by itself.
  worker.on('error', (error) => {
    if (isOfLine(error)) onUnreadable();
  });
  worker.on('lockRenewalFailed', onLost);
  return worker;
}

interface RefusedPorts {
  connection: Pick<QueueConnection, 'engine' | 'shown'>;
  warn(message: string): void;
}

/**
 * The result of the work on a line. Where the store refuses to be told of it, as one does whose memory is full, the line stays where
 * it is: another worker takes it on once its lock has run out, as that of a worker that was killed. The engine would end it otherwise
 * for a fault that is none of its own.
 */
export async function orLeftToItsLock<Result>(
  work: Promise<Result>,
  { connection, warn }: RefusedPorts,
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    const refusal = storeRefusalOf(error, connection);
    if (!(refusal instanceof StoreRefusalError)) throw error;
    warn(`${refusal.message}: ${refusal.why}; its line goes on once the store accepts writes again`);
    throw new connection.engine.bullmq.WaitingError();
  }
}
