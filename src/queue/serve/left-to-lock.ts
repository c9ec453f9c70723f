import type { QueueConnection } from '../store/connection.ts';
import { StoreRefusalError, storeRefusalOf } from '../store/store-refusal.ts';
import type { HeldLine } from './held-line.ts';

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

/** So much is kept of what ended a worker. Unit: characters. */
const wordsMost = 200;

/** Notes what of a line ends this worker, or may. A store that refuses that keeps nobody from anything. */
export async function blame(shot: HeldLine, why: string): Promise<void> {
  try {
    await shot.note({ ended: [...shot.line().ended, why.slice(0, wordsMost)] });
  } catch (error) {
    if (!(error instanceof StoreRefusalError)) throw error;
  }
}

/** Notes the job of a line. A store that refuses that keeps nobody from following it: its key leads the next holder to it. */
export async function noteJob(shot: HeldLine, id: string, warn: (message: string) => void): Promise<void> {
  try {
    await shot.note({ job: id });
  } catch (error) {
    if (!(error instanceof StoreRefusalError)) throw error;
    warn(`${error.message}: ${error.why}; ${id} is known by its key alone`);
  }
}
