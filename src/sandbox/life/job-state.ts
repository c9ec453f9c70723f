import type { JobErrorCode } from '../../service/job.ts';
import type { Deployment } from '../deployment.ts';
import { noSuchJob } from '../refusal.ts';
import type { AcceptedJob, Ending } from '../state/jobs.ts';

/** How long a finished job can be polled. It must exceed the seven days of a draft. Unit: days. */
export const retentionDays = 30;

/**
 * Reads the present state of a job. The first process that sees the end of its plan settles the job. So a cancel under way at that
 * moment is too late in every process alike.
 */
export function currentState(deployment: Deployment, record: AcceptedJob): JobNow {
  const nowMs = deployment.nowMs(record.accountId);
  const ending = deployment.endings.read(record.id);
  if (ending !== undefined || nowMs < record.plan.endsAtMs) return jobNow(record, ending, nowMs);
  return jobNow(record, deployment.endings.settle(record.id, { by: 'plan' }), nowMs);
}

/** Cancels a job and lets its hold go; a finished one stays as it is. @see service document §3, §4.3 */
export async function acceptCancel(deployment: Deployment, record: AcceptedJob): Promise<void> {
  if (hasEnded(currentState(deployment, record))) return;
  const { accounts, endings } = deployment;
  await accounts.locked(record.accountId, (account, save) => {
    const ending = endings.settle(record.id, {
      by: 'cancel',
      canceledAtMs: deployment.nowMs(record.accountId),
    });
    if (ending.by !== 'cancel') return;
    delete account.open[record.id];
    save();
  });
}

/** A job in one of the four final states. */
export type JobOver = Extract<JobNow, { completedAtMs: number }>;

export function hasEnded(now: JobNow): now is JobOver {
  return 'completedAtMs' in now;
}

/** When a finished job's record expires, milliseconds since 1970. @see service document §2.1 */
export function retentionUntilMs(completedAtMs: number): number {
  return completedAtMs + retentionDays * 24 * 60 * 60 * 1_000;
}

/** Tells whether a job can still be polled. Its outputs can be fetched for longer. */
export function isRetained(now: JobNow, nowMs: number): boolean {
  return !hasEnded(now) || nowMs < retentionUntilMs(now.completedAtMs);
}

/** A job that can still be polled. @throws Refusal (404) if it belongs to another account, never existed or is no longer kept. */
export function keptJob(deployment: Deployment, accountId: string, id: string): AcceptedJob {
  const record = deployment.jobs.read(id);
  if (record?.accountId !== accountId) throw noSuchJob();
  if (!isRetained(currentState(deployment, record), deployment.nowMs(accountId))) throw noSuchJob();
  return record;
}

/** The state of a job at a moment; each arm has exactly what that state shows. */
export type JobNow =
  | { status: 'queued' | 'running'; retryAfterSeconds: number }
  | { status: 'succeeded'; completedAtMs: number }
  | { status: 'failed' | 'canceled' | 'expired'; completedAtMs: number; errorCode: JobErrorCode };

/** Longest time that the service asks a poller to wait. Unit: s. */
const longestRetryAfterSeconds = 10;
/** A poller is asked to come back this many times until the planned end. */
const looksToTheEnd = 3;

/**
 * The present state of a job, by its record, the ending that settled it if there is one, and the clock; nothing else.
 * A job that was settled stays so, whatever the clock says.
 *
 * @see service document §3
 */
export function jobNow(record: Pick<AcceptedJob, 'plan'>, ending: Ending | undefined, nowMs: number): JobNow {
  const { startsAtMs, endsAtMs, end } = record.plan;
  if (ending?.by === 'cancel')
    return { status: 'canceled', completedAtMs: ending.canceledAtMs, errorCode: 'canceled' };
  if (ending === undefined && nowMs < endsAtMs) {
    const status = nowMs < startsAtMs ? 'queued' : 'running';
    return { status, retryAfterSeconds: retryAfterSeconds(endsAtMs - nowMs) };
  }
  switch (end.status) {
    case 'succeeded':
      return { status: 'succeeded', completedAtMs: endsAtMs };
    case 'failed':
      return { status: 'failed', completedAtMs: endsAtMs, errorCode: end.errorCode };
    case 'canceled':
    case 'expired':
      return { status: end.status, completedAtMs: endsAtMs, errorCode: end.status };
  }
}

/** Whole seconds, at least 1: a share of what is left, so that nobody polls a long job every second. */
function retryAfterSeconds(remainingMs: number): number {
  const share = Math.ceil(remainingMs / 1_000 / looksToTheEnd);
  return Math.min(Math.max(share, 1), longestRetryAfterSeconds);
}
