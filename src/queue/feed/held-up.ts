import type { QueueConnection } from '../store/connection.ts';
import { presentWorkers } from '../store/present-workers.ts';

/** Why lines that wait in a queue go no further: a person, or an empty balance, paused it, nobody takes them, or the service is away. */
export type HeldUp = 'paused' | 'no worker' | 'service away';

/** The reason why the lines of a queue go no further; undefined where nothing holds them up, or no lines wait. */
export async function heldUp(connection: QueueConnection): Promise<HeldUp | undefined> {
  const { queue } = connection;
  const [{ delayed = 0, wait = 0 }, isPaused, workers] = await Promise.all([
    queue.getJobCounts('wait', 'delayed'),
    queue.isPaused(),
    presentWorkers(connection),
  ]);
  if (wait + delayed === 0) return undefined;
  if (isPaused) return 'paused';
  if (workers.length === 0) return 'no worker';
  return delayed > 0 ? 'service away' : undefined;
}

/** Tells what holds lines up, once for each reason that comes up. */
export function heldUpTeller(
  connection: QueueConnection,
  onHeldUp: (why: HeldUp) => void,
): () => Promise<void> {
  let told: HeldUp | undefined;
  return async () => {
    const why = await heldUp(connection);
    if (why !== undefined && why !== told) onHeldUp(why);
    told = why;
  };
}
