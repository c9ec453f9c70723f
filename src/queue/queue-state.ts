import type { ShotEnd } from '../batch/run/shots.ts';
import type { DocumentFields } from '../cli/documents/index.ts';
import { chargeOf } from '../service/charge.ts';
import { isoTime } from '../text/iso-time.ts';
import { objectOf, ownValue } from '../text/json-object.ts';
import { microUsdOf, usdOf } from '../text/money.ts';
import { readEnd, whyAside } from './line/line-end.ts';
import { otherAccounts } from './open-account-queue.ts';
import { readLimit } from './shared-limit.ts';
import type { QueueConnection } from './store/connection.ts';
import { heldBackMs } from './store/held-back.ts';
import { perCall, type StoredLine, storedLines, unreadable } from './store/stored-lines.ts';

export type QueueDocument = DocumentFields<'genctl.queue/v1'>;

/** How much stands in a queue and how fast it may go, which costs the same whatever its length. */
export type QueueFigures = Omit<QueueDocument, 'account' | 'failed_lines' | 'others' | 'queue' | 'workers'>;

type FailedLine = QueueDocument['failed_lines'][number];

/**
 * Reads the state of a queue that an operator asks about, for which each line is read that a worker holds.
 *
 * @param account whose queue it is.
 */
export async function readQueue(connection: QueueConnection, account: string): Promise<QueueDocument> {
  const [figures, active, present, failed_lines, others] = await Promise.all([
    readQueueFigures(connection),
    storedLines(connection, 'active', { from: 0, to: -1 }),
    presentWorkers(connection),
    firstFailed(connection),
    otherAccounts(connection),
  ]);
  const held = new Map(present.map((name) => [name, 0]));
  for (const { line } of active) {
    const name = (line === unreadable ? undefined : line.processedBy) ?? 'unknown';
    held.set(name, (held.get(name) ?? 0) + 1);
  }
  // Those that take lines, or hold some, those with the most first.
  const workers = [...held]
    .map(([name, lines]) => ({ name, active: lines }))
    .sort((one, other) => other.active - one.active || (one.name < other.name ? -1 : 1));
  return { queue: connection.shown, account, ...figures, failed_lines, workers, others };
}

export async function readQueueFigures(connection: QueueConnection): Promise<QueueFigures> {
  const { queue } = connection;
  const [counts, paused, [first], heldMs, limit, { chargedUsd, ended }] = await Promise.all([
    queue.getJobCounts('wait', 'active', 'delayed', 'completed', 'failed'),
    queue.isPaused(),
    storedLines(connection, 'wait', { from: 0, to: 0 }),
    heldBackMs(connection),
    readLimit(connection),
    readEnds(connection),
  ]);
  const { active = 0, completed: done = 0, delayed: put_off = 0, failed = 0, wait: waiting = 0 } = counts;
  return {
    ...{ paused, waiting, active, put_off, done, failed, ended },
    limit: limit.limit,
    limit_is: limit.how,
    refusals: limit.refusals,
    next_submit_in_ms: heldMs > 0 ? heldMs : null,
    // The line that has waited longest.
    oldest_at: first === undefined || first.line === unreadable ? null : isoTime(first.line.timestamp),
    charged_usd: chargedUsd,
  };
}

/** So many lines are enough to see what is wrong. */
const shown = 10;

/**
 * The first lines that did not succeed, those that are set aside before the others. Feeders take the others out, so that those which
 * stay are the oldest.
 */
async function firstFailed(connection: Pick<QueueConnection, 'queue'>): Promise<FailedLine[]> {
  const stored = await storedLines(connection, 'failed', { from: 0, to: perCall - 1 });
  return stored
    .map(failedLine)
    .toSorted((one, other) => Number(other.set_aside) - Number(one.set_aside))
    .slice(0, shown);
}

function failedLine({ id, line }: StoredLine): FailedLine {
  const strange = { set_aside: false, code: 'line_unreadable' };
  if (line === unreadable) return { line: id, ...strange, why: 'no batch has put it there' };
  const end = readEnd(ownValue(objectOf(line.data), 'end'), 1);
  const name = line.name || id;
  if (end === undefined) return { line: name, ...strange, why: 'its end can’t be read' };
  return { line: name, set_aside: whyAside(end) !== undefined, ...reasonOf(end) };
}

function reasonOf(end: ShotEnd): Pick<FailedLine, 'code' | 'why'> {
  if (end.kind === 'unsent') return { code: 'unsent', why: 'it was not sent' };
  const followed = end.kind === 'followed' ? end.job : undefined;
  const wait = followed?.end;
  const error = end.kind === 'refused' ? end.error : wait?.kind === 'failed' ? wait.error : followed?.failure;
  if (error !== undefined)
    return {
      code: error.code,
      why: [error.message, error.why].filter((text) => text !== undefined).join(': '),
    };
  const job = followed?.record.job;
  return { code: job?.error?.code ?? 'failed', why: job?.error?.message ?? `its job is ${job?.status}` };
}

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
async function readEnds({ prefix, redis }: NotesStore) {
  const { charged, ended } = await redis.hgetall(endsKey(prefix));
  return { ended: Number(ended ?? 0), chargedUsd: usdOf(Number(charged ?? 0)) };
}

function endsKey(prefix: string): string {
  return `${prefix}:ends`;
}
