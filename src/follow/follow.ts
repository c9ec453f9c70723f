import type { Clock } from '../api/transport/clock.ts';
import { pollBy, wayOf } from '../api/ways/index.ts';
import { CliError } from '../errors/cli-error.ts';
import { failureOf } from '../errors/system-trouble.ts';
import { createTaskGroup, inTurn } from '../files/task-group.ts';
import type { Listener } from '../ledger/events.ts';
import { keepState, type SeenState, withState } from '../ledger/keep-state.ts';
import type { JobRecord } from '../ledger/record.ts';
import type { FilePlan, WaitLimits, WaitPlan } from '../outputs/journey.ts';
import type { OutputMeans } from '../outputs/output-means.ts';
import { isOver } from '../service/lifecycle.ts';
import { firstLookDelayMs } from '../service/retries/polling.ts';
import { type BroughtHome, bringHome } from './bring-home.ts';
import { downloadJob } from './download-jobs.ts';
import type { ExecEnd } from './exec/run-exec.ts';
import type { WaitEnd, WaitTarget } from './wait/target.ts';
import { Waiter } from './wait/waiter.ts';

/** How jobs are followed. */
export interface FollowPlan extends WaitLimits {
  /** Download the files of each job that succeeds. */
  download: boolean;
  /** How many jobs' files are downloaded at once. */
  concurrency: number;
}

type LookedAt = Pick<WaitTarget, 'account' | 'poll' | 'serviceNowMs'>;

export interface FollowPorts {
  clock: Clock;
  signal: AbortSignal;
  listen: Listener;
  /** How a job is looked at. Throws CliError where its account can't be used. */
  lookAt(record: JobRecord): Promise<LookedAt>;
  /** Records what was seen of a job, and resolves with the new record. Throws MachineError. */
  keep(record: JobRecord, seen: SeenState): Promise<JobRecord>;
  /**
   * Downloads the files of a job. At its end `onFiles` receives the record with the files that are here, also where that is a
   * failure.
   */
  download(record: JobRecord, onFiles: (record: JobRecord) => void): Promise<void>;
  /**
   * Runs the command of `--exec` for a job that is over, after its files are here; one job at a time. Not called for a job that
   * gets another attempt, or whose files did not all come.
   */
  exec?: ((record: JobRecord) => Promise<ExecEnd>) | undefined;
  /** Tells whether a job that ended gets another attempt. Its end does not stop the others then. */
  isRepeated?: ((end: WaitEnd) => boolean) | undefined;
  /** Called once for each job as it ends, before its files come. */
  onWaited?: ((end: WaitEnd) => void) | undefined;
  /** Called once for each job, when it has its end and its files are here or will not come. */
  onThrough(job: FollowedJob): void;
}

/** The end of a job that was followed, and the result of downloading its files. */
export interface FollowedJob extends BroughtHome {
  end: WaitEnd;
  /** The result of the command of `--exec`; undefined where none was to run. */
  exec?: ExecEnd | undefined;
}

/** Follows jobs to their ends and downloads their files. More jobs can be added meanwhile. After `stop` downloads under way are finished. */
export interface Follow extends Pick<Waiter, 'close' | 'isStopped' | 'stop'> {
  /** Adds a job, unless it is followed already. One that can't be looked at ends `failed`, and stops no other. Rejects for a defect. */
  add(record: JobRecord): Promise<void>;
  /**
   * Follows the jobs. Resolves once it is closed and all are through, or when it was stopped. Rejects for a defect, once
   * nothing runs any more.
   */
  run(): Promise<void>;
}

/** One command at a time, so that none has to expect itself beside it. */
const execsAtOnce = 1;

export function createFollow(plan: FollowPlan, ports: FollowPorts): Follow {
  const { clock, onThrough } = ports;
  const tasks = createTaskGroup(() => waiter.stop());
  const downloads = inTurn(tasks, plan.concurrency);
  const execs = inTurn(tasks, execsAtOnce);
  /** The jobs that are followed, as last known. */
  const newest = new Map<string, JobRecord>();
  const waiter = new Waiter({
    ...ports,
    ...plan,
    tasks,
    onJob: keep,
    onEnd: finish,
  });
  plan.callbacks?.(waiter.lookSoon);

  function newestOf(id: string): JobRecord {
    const record = newest.get(id);
    if (record === undefined) throw new Error(`${id} is no longer followed`);
    return record;
  }
  async function keep(id: string, seen: SeenState): Promise<void> {
    const record = newestOf(id);
    // First in memory, so that it is shown even where it can't be recorded.
    newest.set(id, withState(ports, record, seen));
    newest.set(id, await ports.keep(record, seen));
  }
  function finish(end: WaitEnd): void {
    ports.onWaited?.(end);
    const record = newestOf(end.id);
    newest.delete(end.id);
    if (plan.download && end.kind === 'over' && record.job.status === 'succeeded')
      downloads.start(async () => leave({ end, ...(await bringHome(record, ports)) }));
    else leave({ end, record, failure: undefined, isMissing: false });
  }
  /** Lets go of a job that has its end and its files, after the command of `--exec`. */
  function leave(job: FollowedJob): void {
    const { exec, isRepeated } = ports;
    const isDue = isOver(job.record.job) && !job.isMissing && isRepeated?.(job.end) !== true;
    if (exec === undefined || !isDue) onThrough(job);
    else execs.start(async () => onThrough({ ...job, exec: await exec(job.record) }));
  }
  return {
    get isStopped() {
      return waiter.isStopped;
    },
    async add(record) {
      const look = await ports.lookAt(record).catch(knownFailure);
      if (newest.has(record.id)) return;
      if (look instanceof CliError) return onThrough(notFollowed(record, look));
      newest.set(record.id, record);
      waiter.add(targetOf(record, look, clock));
    },
    close: waiter.close,
    stop: waiter.stop,
    run() {
      tasks.start(waiter.run);
      return tasks.settle();
    },
  };
}

/** The end of a job that can't be looked at. */
function notFollowed(record: JobRecord, error: CliError): FollowedJob {
  const { id, job } = record;
  return { record, end: { kind: 'failed', id, job, error }, failure: undefined, isMissing: false };
}

/** The error of a look that could not begin: also one of this machine, such as too many open files. Throws a defect. */
function knownFailure(error: unknown): CliError {
  const known = failureOf(error);
  if (known === undefined) throw error;
  return known;
}

/** Field by field, since a wait holds thousands: V8 gives an object that is merged of two a shape of its own. */
function targetOf(record: JobRecord, { account, poll, serviceNowMs }: LookedAt, clock: Clock): WaitTarget {
  const { id, job, route, seen_at } = record;
  const nowMs = clock.nowMs();
  return {
    id,
    route,
    known: job,
    ageMs: recordAge(record, nowMs),
    firstDelayMs: firstLookDelayMs(job.retry_after, nowMs - Date.parse(seen_at)),
    account,
    poll,
    serviceNowMs,
  };
}

/**
 * The age of a job. By this clock where it was sent from here; otherwise by the time that the service gives, whose clock may
 * differ. Unit: ms.
 */
function recordAge({ intent, job, recorded_at, replayed }: JobRecord, nowMs: number): number {
  const sentAt = replayed ? undefined : intent?.first_sent_at;
  const ageMs = nowMs - Date.parse(sentAt ?? job.created_at ?? recorded_at);
  return Number.isNaN(ageMs) ? 0 : Math.max(ageMs, 0);
}

/** How long a 404 for a job may mean that the service does not know the job everywhere yet. Unit: ms. */
const notFoundGraceMs = 10_000;

/** The ports that following jobs needs, made of this command's service, ledger and folder. Without a plan nothing is fetched or run. */
export function followPorts(
  context: OutputMeans,
  plan: (FilePlan & Pick<WaitPlan, 'exec'>) | undefined,
  onThrough: (job: FollowedJob) => void,
): FollowPorts {
  const exec = plan?.exec;
  return {
    clock: context.clock,
    signal: context.interruption(),
    listen: context.listen,
    async lookAt(record) {
      const api = await context.apiOf(record);
      const way = await wayOf(record.route);
      return {
        account: api.gate,
        serviceNowMs: () => (api.clock.isTold ? api.clock.nowMs() : undefined),
        poll({ deadlineMs, last, leastDelayMs, signal, tally }) {
          const once = { tally, leastDelayMs };
          return pollBy(way, api, record, { deadlineMs, once, last, notFoundGraceMs, signal });
        },
      };
    },
    keep: (record, seen) => keepState(context, record, seen),
    async download(record, onFiles) {
      if (plan !== undefined) await downloadJob(context, record, plan, onFiles);
    },
    exec:
      exec === undefined
        ? undefined
        : async (record) => (await import('./exec/run-exec.ts')).runExec(context, exec, record),
    onThrough,
  };
}
