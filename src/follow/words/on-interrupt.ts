import { requestsAtOnce } from '../../api/transport/rate-gate.ts';
import { cancelRecord } from '../../api/ways/index.ts';
import { UsageError } from '../../errors/endings.ts';
import { failureOf } from '../../errors/system-trouble.ts';
import { fewAtOnce } from '../../files/task-group.ts';
import type { Listener } from '../../ledger/events.ts';
import { type KeepPorts, keepState, type SeenState } from '../../ledger/keep-state.ts';
import type { JobRecord } from '../../ledger/record.ts';
import type { Journey } from '../../outputs/journey.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import type { Job } from '../../service/job.ts';
import { isOver, lifetimeMs } from '../../service/lifecycle.ts';
import { requestRoutes } from '../../service/request-route.ts';
import { counted } from '../../text/shown-value.ts';
import type { FollowedJob } from '../follow.ts';
import { isUnsettled } from './journey-error.ts';

/** The means after a signal: they say if one came, and have what a cancel needs. */
type SignalPorts = Pick<
  OutputMeans,
  'apiOf' | 'interruption' | 'interruptedAgain' | 'leftIfKilled' | 'listen'
> &
  KeepPorts;

/**
 * After a signal, cancels the jobs that are not over, where `--on-interrupt cancel` asks for it. Resolves with the records as
 * they are then. A second signal stops the canceling.
 */
export async function afterSignal(
  context: SignalPorts,
  records: readonly JobRecord[],
  { download, onInterrupt }: Pick<Journey, 'download' | 'onInterrupt'>,
): Promise<readonly JobRecord[]> {
  if (onInterrupt === 'detach' || !context.interruption().aborted) return records;
  const signal = context.interruptedAgain;
  const stopped: { id: string; job: Job }[] = [];
  context.leftIfKilled(() => ({
    stopped,
    missing: download ? stopped.filter(({ job }) => job.status === 'succeeded').map(({ id }) => id) : [],
  }));
  return cancelLeft(records, {
    signal,
    listen: context.listen,
    async cancel(record) {
      const state = await cancelRecord(await context.apiOf(record), record, { signal });
      if (isOver(state.job)) stopped.push({ id: record.id, job: state.job });
      return state;
    },
    keep: (record, seen) => keepState(context, record, seen),
  });
}

/**
 * As `afterSignal`, for jobs that were followed: those that are over now have come to their end. One that succeeded before its cancel
 * has files that were to come.
 */
export async function followedAfterSignal(
  context: SignalPorts,
  jobs: readonly FollowedJob[],
  journey: Pick<Journey, 'download' | 'onInterrupt'>,
): Promise<readonly FollowedJob[]> {
  const left = jobs.filter(({ end }) => isUnsettled(end));
  const records = await afterSignal(
    context,
    left.map(({ record }) => record),
    journey,
  );
  const now = new Map(records.map((record) => [record.id, record]));
  return jobs.map((one) => {
    const record = isUnsettled(one.end) ? now.get(one.record.id) : undefined;
    // A job that the cancel left keeps its end, even if it is done: its record could not be written.
    if (record === undefined || record === one.record || !isOver(record.job)) return one;
    const { id, job } = record;
    const isMissing = journey.download && job.status === 'succeeded';
    return { ...one, record, isMissing, end: { kind: 'over', id, job } };
  });
}

/** Refuses to promise a cancel for jobs of v1, which has none, before anything is sent. Throws UsageError. */
export function assertCancelable(
  jobs: readonly Pick<JobRecord, 'route'>[],
  { onInterrupt }: Pick<Journey, 'onInterrupt'>,
): void {
  if (onInterrupt === 'detach' || jobs.every(({ route }) => requestRoutes[route].canCancel)) return;
  throw new UsageError({
    code: 'no_cancel_route',
    message: '--on-interrupt cancel is not possible: v1 has no cancel',
    why: 'A v1 job runs to its end, and is charged if it succeeds.',
    hint: 'leave --on-interrupt cancel out',
  });
}

interface CancelLeftPorts {
  /** Aborting it leaves the jobs that are not canceled yet as they are. */
  signal: AbortSignal;
  listen: Listener;
  /** Resolves with the state of the job after its cancel. Throws CliError. */
  cancel(record: JobRecord): Promise<SeenState>;
  /** Records what was seen of a job, and resolves with the new record. Throws MachineError. */
  keep(record: JobRecord, seen: SeenState): Promise<JobRecord>;
}

/**
 * Cancels the jobs that a signal left, as many at once as a service has requests, and tells of each. Jobs that are over stay as they
 * are. Resolves with the records of all, in their order; those that could not be canceled are not over. Rejects for a defect only.
 * @see service document §4.3
 */
export async function cancelLeft(
  records: readonly JobRecord[],
  ports: CancelLeftPorts,
): Promise<readonly JobRecord[]> {
  const goingOn = new Map(records.flatMap((record) => (isOver(record.job) ? [] : [[record.id, record]])));
  if (goingOn.size === 0 || ports.signal.aborted) return records;
  const message = `canceling ${counted(goingOn.size, 'job')}; a second signal stops that`;
  ports.listen({ kind: 'warning', message });
  await fewAtOnce([...goingOn], { most: requestsAtOnce, signal: undefined }, async ([id, record]) => {
    if (!ports.signal.aborted) goingOn.set(id, await canceled(record, ports));
  });
  return records.map((record) => goingOn.get(record.id) ?? record);
}

/** The record after its cancel; unchanged where it could not be canceled, which is told. */
async function canceled(
  record: JobRecord,
  { cancel, keep, listen, signal }: CancelLeftPorts,
): Promise<JobRecord> {
  const { id, job: before } = record;
  let job: Job | undefined;
  try {
    const state = await cancel(record);
    job = state.job;
    const { status } = job;
    listen({ kind: 'state', jobId: id, status, previous: before.status, ageMs: lifetimeMs(job) ?? 0 });
    if (!isOver(job)) {
      const message = `${id} is not canceled: after the cancel the service calls it ${status}`;
      listen({ kind: 'warning', message });
    }
    return await keep(record, state);
  } catch (error) {
    const known = job === undefined ? record : { ...record, job };
    if (signal.aborted) return known;
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    const what = isOver(known.job)
      ? 'has ended, and its end is not on record'
      : 'could not be canceled and keeps running';
    listen({ kind: 'warning', message: `${id} ${what}: ${failure.message}` });
    return known;
  }
}
