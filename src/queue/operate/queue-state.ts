import type { QueueConnection } from '../store/connection.ts';
import { type EndsTold, readEnds } from '../store/ends.ts';
import { presentWorkers } from '../store/present-workers.ts';
import { readLimit, type SharedLimit } from '../store/shared-limit.ts';
import { heldBackMs } from '../store/shared-pause.ts';

/** How much stands in a queue and how fast it may go, which costs the same whatever its length. */
export interface QueueFigures extends EndsTold {
  isPaused: boolean;
  waiting: number;
  active: number;
  putOff: number;
  done: number;
  failed: number;
  limit: SharedLimit;
  /** Time until a submit may leave; undefined where nothing holds it back. Unit: ms. */
  nextSubmitMs: number | undefined;
  /** When the line was put in that has waited longest. Unit: ms since 1970. */
  oldestMs: number | undefined;
}

/** What an operator asks about a queue. */
export interface QueueState extends QueueFigures {
  /** Those that take lines, or hold some, those with the most first. */
  workers: { name: string; active: number }[];
}

/** Reads all of it, for which each line is read that a worker holds. */
export async function readQueueState(connection: QueueConnection): Promise<QueueState> {
  const [figures, active, present] = await Promise.all([
    readQueueFigures(connection),
    connection.queue.getActive(),
    presentWorkers(connection),
  ]);
  const held = new Map(present.map((name) => [name, 0]));
  // A line may have left between the list and the look at it.
  for (const job of active.filter((one) => one !== undefined)) {
    const name = job.processedBy ?? 'unknown';
    held.set(name, (held.get(name) ?? 0) + 1);
  }
  const workers = [...held].map(([name, lines]) => ({ name, active: lines }));
  return {
    ...figures,
    workers: workers.toSorted((one, other) => other.active - one.active || (one.name < other.name ? -1 : 1)),
  };
}

export async function readQueueFigures(connection: QueueConnection): Promise<QueueFigures> {
  const { queue } = connection;
  const [counts, isPaused, oldest, heldMs, limit, ends] = await Promise.all([
    queue.getJobCounts('wait', 'active', 'delayed', 'completed', 'failed'),
    queue.isPaused(),
    queue.getJobs(['wait'], 0, 0, true),
    heldBackMs(connection),
    readLimit(connection),
    readEnds(connection),
  ]);
  return {
    ...ends,
    isPaused,
    waiting: counts.wait ?? 0,
    active: counts.active ?? 0,
    putOff: counts.delayed ?? 0,
    done: counts.completed ?? 0,
    failed: counts.failed ?? 0,
    limit,
    nextSubmitMs: heldMs > 0 ? heldMs : undefined,
    oldestMs: oldest[0]?.timestamp,
  };
}
