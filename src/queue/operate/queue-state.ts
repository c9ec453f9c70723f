import { readLimit, type SharedLimit } from '../shared-limit.ts';
import type { QueueConnection } from '../store/connection.ts';
import { type EndsTold, readEnds } from '../store/ends.ts';
import { presentWorkers } from '../store/present-workers.ts';
import { heldBackMs } from '../store/shared-pause.ts';
import { storedLines, unreadable } from '../store/stored-lines.ts';
import { type FailedLine, firstFailed } from './failed-lines.ts';

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

/** The state of a queue that an operator asks about. */
export interface QueueState extends QueueFigures {
  /** Those that take lines, or hold some, those with the most first. */
  workers: { name: string; active: number }[];
  /** The first of those that did not succeed. */
  failedLines: FailedLine[];
}

/** Reads all of it, for which each line is read that a worker holds. */
export async function readQueueState(connection: QueueConnection): Promise<QueueState> {
  const [figures, active, present, failedLines] = await Promise.all([
    readQueueFigures(connection),
    storedLines(connection, 'active', { from: 0, to: -1 }),
    presentWorkers(connection),
    firstFailed(connection),
  ]);
  const held = new Map(present.map((name) => [name, 0]));
  for (const { line } of active) {
    const name = (line === unreadable ? undefined : line.processedBy) ?? 'unknown';
    held.set(name, (held.get(name) ?? 0) + 1);
  }
  const workers = [...held].map(([name, lines]) => ({ name, active: lines }));
  return {
    ...figures,
    failedLines,
    workers: workers.toSorted((one, other) => other.active - one.active || (one.name < other.name ? -1 : 1)),
  };
}

export async function readQueueFigures(connection: QueueConnection): Promise<QueueFigures> {
  const { queue } = connection;
  const [counts, isPaused, [first], heldMs, limit, ends] = await Promise.all([
    queue.getJobCounts('wait', 'active', 'delayed', 'completed', 'failed'),
    queue.isPaused(),
    storedLines(connection, 'wait', { from: 0, to: 0 }),
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
    oldestMs: first === undefined || first.line === unreadable ? undefined : first.line.timestamp,
  };
}
