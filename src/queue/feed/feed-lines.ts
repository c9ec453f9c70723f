import { accountPace } from '../../batch/run/pace.ts';
import type { ShotEnd } from '../../batch/run/shots.ts';
import { createTaskGroup } from '../../files/task-group.ts';
import { isOverInTime } from '../../follow/wait/alarm.ts';
import { presentWorkers } from '../queue-state.ts';
import { limitKeeper, readLimit } from '../shared-limit.ts';
import type { QueueConnection } from '../store/connection.ts';
import { heldBackMs } from '../store/held-back.ts';
import { type LastUse, lastUse } from '../store/last-use.ts';
import { storeRefusalOf } from '../store/store-trouble.ts';
import type { FedShot, FeedPorts, HeldUp } from './fed-line.ts';
import { createFeed, type Feed } from './feed.ts';

/** Time between two looks for lines that have ended. Unit: ms. */
const lookMs = 500;
/** How long a run that is stopped waits for the store. Unit: ms. */
const letGoMs = 1_000;
/** How many of those looks there are between two searches for lines that are gone from the queue. */
const looksPerSearch = 20;
/** After so many of them it is asked for the first time what holds the lines up. */
const looksUntilHeldUp = 4;

/**
 * Puts shots into the queue of their account, no more than the window at once. Once workers have brought them to their ends, it takes them
 * out. Each is written down as sent before it is in the queue. Its end is written down before it leaves. So it does not matter when this or
 * the store is killed. What is gone from the queue without an end is put there again, under its key. Rejects with OldQueueError where the
 * queue may be an old copy, and with StoreRefusalError.
 */
export async function feedLines<Shot extends FedShot>(
  shots: AsyncIterable<Shot>,
  ports: FeedPorts<Shot>,
): Promise<void> {
  const { connection, onBroken, onLeft, signal } = ports;
  const stop = (): void => feed.stop();
  const tasks = createTaskGroup(() => {
    stop();
    onBroken();
  });
  const feed = createFeed(ports, tasks);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const use = lastUse(connection, { ...connection, windowMs: ports.keyWindowMs });
  async function begin(): Promise<void> {
    await use.renew();
    // The queue holds a limit before there is anything in it that could be fetched.
    await limitKeeper(connection, { clock: ports.clock, random: Math.random }).lookAfter();
    tasks.start(() => readShots(shots, feed, ports));
    tasks.start(() => lookForEnds(feed, { ...ports, use }, () => tellPace(ports)));
  }
  tasks.start(begin);
  try {
    // The next run asks for ends that an absent store has not told by then.
    await isOverInTime(tasks.settle(), { clock: ports.clock, signal, graceMs: letGoMs });
  } catch (error) {
    throw storeRefusalOf(error, connection);
  } finally {
    signal.removeEventListener('abort', stop);
  }
  for (const shot of feed.left()) onLeft(shot);
  for (const shot of feed.giveUp()) await ports.onEnd(shot, unsent);
}

const unsent: ShotEnd = { kind: 'unsent' };

async function readShots<Shot extends FedShot>(
  shots: AsyncIterable<Shot>,
  feed: Feed<Shot>,
  { onEnd }: Pick<FeedPorts<Shot>, 'onEnd'>,
): Promise<void> {
  try {
    for await (const shot of shots) {
      await feed.room();
      if (feed.isStopped) return await onEnd(shot, unsent);
      feed.begin(shot);
    }
  } finally {
    feed.close();
  }
}

async function lookForEnds<Shot extends FedShot>(
  feed: Feed<Shot>,
  {
    clock,
    connection,
    detach,
    onHeldUp,
    use,
  }: Pick<FeedPorts<Shot>, 'clock' | 'connection' | 'detach' | 'onHeldUp'> & { use: LastUse },
  onLooked: () => Promise<void>,
): Promise<void> {
  const tellHeldUp = heldUpTeller(connection, onHeldUp);
  for (let look = 1; !feed.isOver; look += 1) {
    const dueMs = clock.monotonicMs() + lookMs;
    const keys = feed.keys();
    for (const key of await endedAmong(connection, keys)) feed.take(key);
    if (look % looksPerSearch === 0) {
      await use.renew();
      for (const key of await missingAmong(connection, keys)) await feed.putAgain(key);
    }
    if (look % looksPerSearch === looksUntilHeldUp) await tellHeldUp();
    await onLooked();
    // Lines that come and go ring as well: a look is not made sooner for them.
    while (!feed.isOver && clock.monotonicMs() < dueMs) await feed.pauseUntil(dueMs);
  }
  // A run that leaves its lines to workers ends once all are in, and takes along the ends told by then.
  if (!detach || feed.isStopped) return;
  for (const key of await endedAmong(connection, feed.keys())) feed.take(key);
  await tellHeldUp();
}

/** Tells how the account is paced, by all workers together. */
async function tellPace<Shot extends FedShot>({
  connection,
  onPace,
}: Pick<FeedPorts<Shot>, 'connection' | 'onPace'>): Promise<void> {
  const { queue } = connection;
  const [limit, inFlight, closedForMs] = await Promise.all([
    readLimit(connection),
    queue.getActiveCount(),
    heldBackMs(connection),
  ]);
  onPace({ ...accountPace(inFlight, limit, closedForMs), fetching: 0 });
}

/** Lines that are asked for in one call. */
const perCall = 500;

/** Those of the lines that have their ends. */
async function endedAmong({ queue, redis }: QueueConnection, keys: readonly string[]): Promise<string[]> {
  const ended: string[] = [];
  for (const some of inParts(keys)) {
    const lists = await Promise.all(
      ['completed', 'failed'].map((state) => redis.zmscore(queue.toKey(state), ...some)),
    );
    ended.push(...some.filter((_, place) => lists.some((scores) => typeof scores[place] === 'string')));
  }
  return ended;
}

/** Those of the lines that are not in the queue at all. */
async function missingAmong({ queue, redis }: QueueConnection, keys: readonly string[]): Promise<string[]> {
  const missing: string[] = [];
  for (const some of inParts(keys)) {
    const found = await Promise.all(some.map((key) => redis.exists(queue.toKey(key))));
    missing.push(...some.filter((_, place) => found[place] === 0));
  }
  return missing;
}

function* inParts(keys: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < keys.length; from += perCall) yield keys.slice(from, from + perCall);
}

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
