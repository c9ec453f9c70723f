import type { CliError } from '../errors/cli-error.ts';
import { isRepeatable } from '../rules/lifecycle.ts';
import type { JobRecord } from '../store/ledger/record.ts';
import type { Follow, FollowedJob } from './follow/follow.ts';
import { endOfSubmit, type PlannedAttempts } from './submit-each.ts';
import { createTaskGroup, inTurn } from './task-group.ts';
import type { WaitEnd } from './wait/target.ts';

/** How a request came out: with the job of its last attempt, or with an attempt that made none. */
export type AttemptsEnd = { kind: 'followed'; job: FollowedJob } | { kind: 'refused'; error: CliError };

export interface AttemptsPorts<One> {
  /**
   * Opens what follows the jobs; once that is stopped, no other attempt is begun. `isRepeated` says of an end that another job
   * takes the place of this one.
   */
  openFollow(hears: { isRepeated: (end: WaitEnd) => boolean; onThrough: (job: FollowedJob) => void }): Follow;
  /** So many submits are under way at once. */
  atOnce: number;
  /** Told of a failed job, and of the number of the attempt that follows it, as that begins. */
  onRepeat(one: One, failed: FollowedJob, attempt: number): void;
  /** Told of the job of a later attempt, as soon as it exists. */
  onSubmitted(one: One, record: JobRecord): void;
  /** Told once of each request, as soon as nothing more will become of it here. */
  onEnd(one: One, end: AttemptsEnd): void;
}

/** A request and its newest job. */
interface UnderWay<One> {
  one: One;
  attempt: number;
}

/**
 * Follows the jobs of many requests, and submits each again that failed uncharged, without waiting for any other. Resolves when
 * all have ended; rejects for a defect, when nothing runs any more.
 * @see service document §7.1
 */
export async function followAttempts<One extends PlannedAttempts>(
  first: readonly { one: One; record: JobRecord }[],
  ports: AttemptsPorts<One>,
): Promise<void> {
  const { onEnd, onRepeat, onSubmitted, openFollow } = ports;
  /** By the id of the job. A service that gives one id to several requests has them end together. */
  const underWay = new Map<string, UnderWay<One>[]>();
  const follow = openFollow({
    isRepeated: (end) => ownersOf(end).some((owner) => mayRepeat(owner, end)),
    onThrough,
  });
  const tasks = createTaskGroup(follow.close);
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
    // All may have been stopped while others had their turn: what nobody waits for is not paid for.
    if (follow.isStopped) return finish(one, { kind: 'followed', job });
    const attempt = owner.attempt + 1;
    onRepeat(one, job, attempt);
    const end = await endOfSubmit(one, attempt);
    if (end.kind === 'refused') return finish(one, end);
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
