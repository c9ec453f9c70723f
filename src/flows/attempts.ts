import type { CliError } from '../errors/cli-error.ts';
import { isRepeatable } from '../rules/lifecycle.ts';
import type { JobRecord } from '../store/ledger/record.ts';
import type { Follow, FollowedJob } from './follow/follow.ts';
import { endOfSubmit, type PlannedAttempts } from './submit-each.ts';
import { createTaskGroup, inTurn } from './task-group.ts';
import type { WaitEnd } from './wait/target.ts';

/** The end of a request: the job of its last attempt, or the error of an attempt that made no job after another one failed. */
export type AttemptsEnd =
  | { kind: 'followed'; job: FollowedJob }
  | { kind: 'refused'; error: CliError; attempt: number; failed: FollowedJob };

export interface AttemptsPorts<One> {
  /**
   * Opens the flow that follows the jobs. Once that is stopped, no further attempt begins. `isRepeated` says whether a job that
   * ended gets another attempt.
   */
  openFollow(hears: { isRepeated: (end: WaitEnd) => boolean; onThrough: (job: FollowedJob) => void }): Follow;
  /** How many submits may be under way at once. */
  atOnce: number;
  /** Whether an attempt that made no job stops the flow. */
  failFast: boolean;
  /** Called as a further attempt begins, with the failed job and the number of that attempt. */
  onRepeat(one: One, failed: FollowedJob, attempt: number): void;
  /** Called as soon as the job of a further attempt exists. */
  onSubmitted(one: One, record: JobRecord): void;
  /** Called once for each request, as soon as it has its end. */
  onEnd(one: One, end: AttemptsEnd): void;
}

/** A request, and the number of the attempt whose job is followed. */
interface UnderWay<One> {
  one: One;
  attempt: number;
}

/**
 * Follows the jobs of many requests, and submits each again whose job failed uncharged, without waiting for the others.
 * Resolves when all have ended. Rejects for a defect, once nothing runs any more.
 * @see service document §7.1
 */
export async function followAttempts<One extends PlannedAttempts>(
  first: readonly { one: One; record: JobRecord }[],
  ports: AttemptsPorts<One>,
): Promise<void> {
  const { onEnd, onRepeat, onSubmitted, openFollow } = ports;
  /** The requests by the ids of their jobs. Where the service gave several requests the same job, they end together. */
  const underWay = new Map<string, UnderWay<One>[]>();
  const follow = openFollow({
    isRepeated: (end) => ownersOf(end).some((owner) => mayRepeat(owner, end)),
    onThrough,
  });
  const tasks = createTaskGroup(follow.stop);
  const submits = inTurn(tasks, ports.atOnce);
  let open = first.length;

  function ownersOf({ id }: WaitEnd): readonly UnderWay<One>[] {
    return underWay.get(id) ?? [];
  }
  function mayRepeat({ attempt, one }: UnderWay<One>, end: WaitEnd): boolean {
    const isWorthIt = end.kind === 'over' && end.job.status === 'failed' && isRepeatable(end.job.error?.code);
    return isWorthIt && attempt < one.attempts && !follow.isStopped;
  }
  function onThrough(job: FollowedJob): void {
    const owners = ownersOf(job.end);
    underWay.delete(job.end.id);
    for (const owner of owners) {
      if (mayRepeat(owner, job.end)) submits.start(() => submitAfter(job, owner));
      else finish(owner.one, { kind: 'followed', job });
    }
  }
  async function submitAfter(job: FollowedJob, owner: UnderWay<One>): Promise<void> {
    const { one } = owner;
    // The flow may have been stopped while this attempt waited for its turn. Nothing is paid for that nobody waits for.
    if (follow.isStopped) return finish(one, { kind: 'followed', job });
    const attempt = owner.attempt + 1;
    onRepeat(one, job, attempt);
    const end = await endOfSubmit(one, attempt);
    if (end.kind === 'refused') {
      if (ports.failFast) follow.stop();
      return finish(one, { ...end, attempt, failed: job });
    }
    onSubmitted(one, end.record);
    await add({ one, attempt }, end.record);
  }
  async function add(owner: UnderWay<One>, record: JobRecord): Promise<void> {
    const others = underWay.get(record.id) ?? [];
    underWay.set(record.id, [...others, owner]);
    if (others.length === 0) await follow.add(record);
  }
  function finish(one: One, end: AttemptsEnd): void {
    open -= 1;
    if (open === 0) follow.close();
    onEnd(one, end);
  }

  for (const { one, record } of first) await add({ one, attempt: 1 }, record);
  if (open === 0) follow.close();
  tasks.start(follow.run);
  await tasks.settle();
}
