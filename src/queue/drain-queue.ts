import { queuedIn } from './feed/standing-lines.ts';
import type { QueueConnection } from './store/connection.ts';
import { perCall, storedLines, unreadable } from './store/stored-lines.ts';

/**
 * Takes out the lines that no worker holds. One that failed after its job was made stays for its feeder, which would not know of the
 * job otherwise. Resolves with how many it took out.
 */
export async function drainQueue(connection: QueueConnection): Promise<number> {
  const { queue } = connection;
  let taken = await queue.getJobCountByTypes('wait', 'delayed');
  await queue.drain(true);
  let from = 0;
  for (;;) {
    const failed = await storedLines(connection, 'failed', { from, to: from + perCall - 1 });
    if (failed.length === 0) return taken;
    const jobless = failed.filter(
      ({ line }) => line === unreadable || queuedIn(line.data)?.jobId === undefined,
    );
    await Promise.all(jobless.map(({ id }) => queue.remove(id)));
    from += failed.length - jobless.length;
    taken += jobless.length;
  }
}
