import type { CliError } from '../../errors/cli-error.ts';
import { createTaskGroup, inTurn } from '../../files/task-group.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { isRepeatable } from '../../service/lifecycle.ts';
import type { SubmitEnd } from '../../submit/submit-attempt.ts';
import type { Follow, FollowedJob, FollowPorts } from '../follow.ts';
import type { WaitEnd } from '../wait/target.ts';

/** The end of a request. */
export type AttemptsEnd =
  /** The job of its last attempt. */
  | { kind: 'followed'; job: FollowedJob }
  /** An attempt made no job; `failed` is that of the attempt before. */
  | { kind: 'refused'; error: CliError; attempt: number; failed: FollowedJob | undefined }
  /** Its first attempt was not made, because none may begin any more. */
  | { kind: 'unsent' };

/** The last job of a request; undefined where it has none. */
export function lastJobOf(end: AttemptsEnd): FollowedJob | undefined {
  if (end.kind === 'unsent') return undefined;
  return end.kind === 'followed' ? end.job : end.failed;
}

/** A request that is submitted again, as another job, where its job failed by a fault of the service. */
interface Repeated {
  /** How many attempts there may be in all; with 1 it is never submitted again. */
  attempts: number;
}

/** Questions and events of the flow that follows the jobs. `isRepeated`: whether a job that ended gets another attempt. */
type FollowHears = Required<Pick<FollowPorts, 'isRepeated' | 'onWaited' | 'onThrough'>>;

export interface AttemptsPorts<One> {
  /** Opens the flow that follows the jobs. Once that is stopped, no further attempt begins. */
  openFollow(hears: FollowHears): Follow;
  /** Submits an attempt; undefined where none may begin any more, and this one made no job. Rejects for a defect only. */
  submit(one: One, attempt: number): Promise<SubmitEnd | undefined>;
  /** How many attempts may be submitted at once. */
  atOnce: number;
  /** True if an attempt that made no job stops the flow; it goes on unless given. */
  failFast?: boolean;
  /** Called as a further attempt begins, with the failed job and the number of that attempt. */
  onRepeat(one: One, failed: FollowedJob, attempt: number): Promise<void> | void;
  /** Called as soon as the job of an attempt exists that was submitted here, and awaited before that is followed. */
  onSubmitted(one: One, record: JobRecord, attempt: number): Promise<void> | void;
  /** Called as the job of a request ends, before its files come. */
  onWaited?: ((one: One, end: WaitEnd) => void) | undefined;
  /** Called once for each request, as soon as it has its end. */
  onEnd(one: One, end: AttemptsEnd): void;
}

/** Follows the jobs of requests, with further attempts where a job failed uncharged. More requests can be added meanwhile. */
export interface Attempts<One> extends Pick<Follow, 'close' | 'isStopped' | 'run' | 'stop'> {
  /** Submits a request and follows its job, beginning with the attempt of this number. */
  submit(one: One, attempt: number): void;
  /** Follows the job of a request, which is that of its attempt of this number. */
  add(one: One, record: JobRecord, attempt: number): Promise<void>;
}

/**
 * Each request is submitted again on its own, without waiting for the others.
 * @see service document §7.1
 */
export function createAttempts<One extends Repeated>(ports: AttemptsPorts<One>): Attempts<One> {
  /** The requests by the ids of their jobs. Where the service gave several requests the same job, they end together. */
  const underWay = new Map<string, readonly UnderWay<One>[]>();
  const requestsOf = (id: string): readonly UnderWay<One>[] => underWay.get(id) ?? [];
  const follow = ports.openFollow({
    isRepeated: (end) => requestsOf(end.id).some((owner) => mayRepeat(owner, end)),
    onWaited: (end) => {
      for (const { one } of requestsOf(end.id)) ports.onWaited?.(one, end);
    },
    onThrough,
  });
  const tasks = createTaskGroup(follow.stop);
  const submits = inTurn(tasks, ports.atOnce);
  let open = 0;
  let isClosed = false;

  const mayRepeat = ({ attempt, one }: UnderWay<One>, end: WaitEnd): boolean =>
    isWorthRepeating(end) && attempt < one.attempts && !follow.isStopped;
  function onThrough(job: FollowedJob): void {
    const owners = requestsOf(job.end.id);
    underWay.delete(job.end.id);
    for (const owner of owners) {
      if (mayRepeat(owner, job.end)) submits.start(() => submitAfter(job, owner));
      else finish(owner.one, { kind: 'followed', job });
    }
  }
  async function submitAfter(failed: FollowedJob, { attempt, one }: UnderWay<One>): Promise<void> {
    // The flow may have been stopped while this attempt waited for its turn. Nothing is paid for that nobody waits for.
    if (follow.isStopped) return finish(one, { kind: 'followed', job: failed });
    await ports.onRepeat(one, failed, attempt + 1);
    await submitAttempt({ one, attempt: attempt + 1 }, failed);
  }
  async function submitAttempt({ attempt, one }: UnderWay<One>, failed?: FollowedJob): Promise<void> {
    const end = await ports.submit(one, attempt);
    if (end === undefined)
      return finish(one, failed === undefined ? { kind: 'unsent' } : { kind: 'followed', job: failed });
    if (end.kind === 'refused') {
      if (ports.failFast === true) follow.stop();
      return finish(one, { ...end, attempt, failed });
    }
    await ports.onSubmitted(one, end.record, attempt);
    await followJob({ one, attempt }, end.record);
  }
  async function followJob(owner: UnderWay<One>, record: JobRecord): Promise<void> {
    const others = requestsOf(record.id);
    underWay.set(record.id, [...others, owner]);
    if (others.length === 0) await follow.add(record);
  }
  function finish(one: One, end: AttemptsEnd): void {
    open -= 1;
    closeAfterLast();
    ports.onEnd(one, end);
  }
  function closeAfterLast(): void {
    if (isClosed && open === 0) follow.close();
  }
  return {
    get isStopped() {
      return follow.isStopped;
    },
    submit(one, attempt) {
      open += 1;
      submits.start(() => submitAttempt({ one, attempt }));
    },
    async add(one, record, attempt) {
      open += 1;
      await followJob({ one, attempt }, record);
    },
    close() {
      isClosed = true;
      closeAfterLast();
    },
    stop: follow.stop,
    run() {
      tasks.start(follow.run);
      return tasks.settle();
    },
  };
}

/** A request, and the number of the attempt whose job is followed. */
interface UnderWay<One> {
  one: One;
  attempt: number;
}

function isWorthRepeating(end: WaitEnd): boolean {
  return end.kind === 'over' && end.job.status === 'failed' && isRepeatable(end.job.error?.code);
}
