import type { Job } from 'bullmq';
import { compareFields, currentMarks, marksOfIntent } from '../../batch/rules/request-fields.ts';
import type { QueuedLine, QueuedLines } from '../../batch/run/shot-state.ts';
import { CliError } from '../../errors/cli-error.ts';
import { sha256 } from '../../files/lazy-node.ts';
import type { Intent } from '../../ledger/record.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';
import { createHashSet, type HashSet, idHash } from '../../text/id-hash.ts';
import { readLine } from '../line/line.ts';
import type { QueueConnection, ScriptStore } from './connection.ts';
import { storeRefusalOf } from './store-trouble.ts';

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

/** A line as the engine gave it, and the token of its lock. */
export interface LockedJob {
  job: Job;
  token: string;
}

/** The engine writes a line whoever holds it. In one step with the look at its lock, what the next holder wrote stays. */
const writeWhileLocked = `if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[2], 'data', ARGV[2])
return 1`;

/**
 * Writes down what is known of a line while this worker holds its lock. Resolves with whether it does: otherwise nothing is written,
 * and another worker may have the line, or it is in the queue no more. Throws StoreRefusalError where the store does not take it.
 */
export async function writeHeld(
  { job: { id = '' }, token }: LockedJob,
  line: object,
  { queue, redis, shown }: Omit<ScriptStore, 'prefix'>,
): Promise<boolean> {
  const key = queue.toKey(id);
  try {
    return (await redis.eval(writeWhileLocked, 2, `${key}:lock`, key, token, JSON.stringify(line))) === 1;
  } catch (error) {
    throw storeRefusalOf(error, { shown });
  }
}

/** Names of lines that one call reads. */
const keysPerCall = 10_000;

type KeyStore = Pick<QueueConnection, 'queue' | 'redis' | 'shown'>;

/**
 * Reads the keys of the lines that stand in a queue, in whatever state, and keeps some 20 bytes of each. Rejects with
 * StoreRefusalError.
 */
export async function standingLines(connection: KeyStore): Promise<QueuedLines> {
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

async function addKeys({ queue }: KeyStore, keys: HashSet): Promise<void> {
  for (const state of ['wait', 'active', 'delayed', 'completed', 'failed'] as const)
    for (let from = 0; ; from += keysPerCall) {
      const some = await queue.getRanges([state], from, from + keysPerCall - 1, true);
      for (const key of some) keys.add(idHash(key));
      if (some.length < keysPerCall) break;
    }
}

/** The line of a key as it stands in the queue; undefined where there is none, or none that can be read. */
export async function queuedLine(connection: KeyStore, key: string): Promise<QueuedLine | undefined> {
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
    return { ...marksOfIntent(intent), jobId: job };
  } catch (error) {
    // The worker that takes it reports its fault.
    if (error instanceof CliError) return undefined;
    throw error;
  }
}

/** The fields in which a line in the queue asks for something else than is to be fed under its key. */
export function fieldsApart(
  queued: QueuedLine | undefined,
  intent: Pick<Intent, 'batch' | 'body' | 'route'>,
): readonly string[] {
  if (queued === undefined) return [];
  return compareFields(queued, { fields: currentMarks(marksOfIntent(intent), sha256) }, sha256).changed;
}
