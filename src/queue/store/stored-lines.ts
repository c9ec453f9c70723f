import type { Job } from 'bullmq';
import type { QueueConnection } from './connection.ts';

type LineStore = Pick<QueueConnection, 'queue'>;

/** A mark for an entry under the id of a line that no engine put there: neither the engine nor a batch can read it. */
export const unreadable = 'unreadable';

/** A line in a queue, by its id there. */
export interface StoredLine {
  id: string;
  line: Job | typeof unreadable;
}

/** A line as the engine has it; undefined where there is none. */
export async function storedLine(
  { queue }: LineStore,
  id: string,
): Promise<Job | typeof unreadable | undefined> {
  try {
    return await queue.getJob(id);
  } catch (error) {
    if (isOfLine(error)) return unreadable;
    throw error;
  }
}

/** Some of the lines that are in a state, the oldest first, each with its id. */
export async function storedLines(
  connection: LineStore,
  state: 'wait' | 'active' | 'failed',
  { from, to }: { from: number; to: number },
): Promise<StoredLine[]> {
  const ids = await connection.queue.getRanges([state], from, to, true);
  const lines = await Promise.all(ids.map((id) => storedLine(connection, id)));
  // A line may have left between the list and the look at it.
  return ids.flatMap((id, place) => {
    const line = lines[place];
    return line === undefined ? [] : [{ id, line }];
  });
}

/** Lines that are looked through in one call. */
export const perCall = 200;

/** The lines that did not succeed and that can be read, the oldest first. */
export async function* failedLines(connection: LineStore): AsyncGenerator<Job> {
  for (let from = 0; ; from += perCall) {
    const some = await storedLines(connection, 'failed', { from, to: from + perCall - 1 });
    if (some.length === 0) return;
    for (const { line } of some) if (line !== unreadable) yield line;
  }
}

/**
 * Takes out of the lines that workers hold what the engine could not read as it gave it to one: it counts as a job in flight for
 * ever. It is left in the store. Resolves with the ids.
 */
export async function takeOutUnreadable(
  connection: Pick<QueueConnection, 'queue' | 'redis'>,
): Promise<string[]> {
  const { queue, redis } = connection;
  const held = await storedLines(connection, 'active', { from: 0, to: -1 });
  const ids = held.filter(({ line }) => line === unreadable).map(({ id }) => id);
  const taken: string[] = [];
  for (const id of ids) {
    await redis.srem(queue.toKey('stalled'), id);
    // Another worker may have been quicker.
    if ((await redis.lrem(queue.toKey('active'), 0, id)) > 0) taken.push(id);
  }
  return taken;
}

/** Tells whether the entry under one id was at fault, and not the store or the way to it. */
export function isOfLine(error: unknown): boolean {
  if (error instanceof SyntaxError || error instanceof TypeError) return true;
  return error instanceof Error && /^WRONGTYPE\b/.test(error.message);
}
