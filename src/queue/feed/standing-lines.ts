import { changedFields } from '../../batch/rules/request-fields.ts';
import type { QueuedLine, QueuedLines } from '../../batch/run/shot-state.ts';
import { CliError } from '../../errors/cli-error.ts';
import type { Intent } from '../../ledger/record.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';
import { createHashSet, type HashSet } from '../../text/hash-set.ts';
import { idHash } from '../../text/id-hash.ts';
import { readLine } from '../line/line.ts';
import type { QueueConnection } from '../store/connection.ts';
import { storeRefusalOf } from '../store/store-refusal.ts';

/** Names of lines that one call reads. */
const perCall = 10_000;

type LineStore = Pick<QueueConnection, 'queue' | 'redis' | 'shown'>;

/**
 * Reads the keys of the lines that stand in a queue, in whatever state, and keeps some 20 bytes of each. Rejects with
 * StoreRefusalError.
 */
export async function standingLines(connection: LineStore): Promise<QueuedLines> {
  const keys = createHashSet();
  try {
    await addKeys(connection, keys);
  } catch (error) {
    throw storeRefusalOf(error, connection);
  }
  return {
    size: keys.size,
    find: async (key) => (keys.has(idHash(key)) ? queuedLine(connection, key) : undefined),
  };
}

async function addKeys({ queue }: LineStore, keys: HashSet): Promise<void> {
  for (const state of ['wait', 'active', 'delayed', 'completed', 'failed'] as const)
    for (let from = 0; ; from += perCall) {
      const some = await queue.getRanges([state], from, from + perCall - 1, true);
      for (const key of some) keys.add(idHash(key));
      if (some.length < perCall) break;
    }
}

/** The line of a key as it stands in the queue; undefined where there is none, or none that can be read. */
export async function queuedLine(connection: LineStore, key: string): Promise<QueuedLine | undefined> {
  try {
    const text = await connection.redis.hget(connection.queue.toKey(key), 'data');
    return text === null ? undefined : queuedIn(tryReadJson(text));
  } catch (error) {
    throw storeRefusalOf(error, connection);
  }
}

/** A line in a queue, by its data; undefined for what can't be read. */
export function queuedIn(data: unknown): QueuedLine | undefined {
  try {
    const { intent, job } = readLine(data);
    return { fields: intent.batch?.fields ?? {}, jobId: job };
  } catch (error) {
    // The worker that takes it reports its fault.
    if (error instanceof CliError) return undefined;
    throw error;
  }
}

/** The fields in which a line in the queue asks for something else than is to be fed under its key. */
export function fieldsApart(queued: QueuedLine | undefined, { batch }: Pick<Intent, 'batch'>): string[] {
  return queued === undefined ? [] : changedFields(queued.fields, batch?.fields ?? {});
}
