import { type DraftFact, readSubmit } from '../../service/body/submit-subject.ts';
import type { JobErrorCode } from '../../service/job.ts';
import { limits } from '../../service/limits.ts';
import { type RequestRoute, requestRoutes } from '../../service/request-route.ts';
import { objectOf, ownValue } from '../../text/json-object.ts';
import type { Deployment } from '../deployment.ts';
import { noSuchJob } from '../refusal.ts';
import { type AcceptedJob, type Ending, jobIdOf } from '../state/jobs.ts';

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
  return jobNow(record, settle(deployment, record.id, { by: 'plan' }), nowMs);
}

/**
 * Claims how a job ended, and returns the end that counts: the first. So neither a slow cancel nor a clock that is set back can change
 * one that was shown once.
 */
function settle({ endings }: Deployment, jobId: string, ending: Ending): Ending {
  return endings.claim(jobId, ending) === 'claimed' ? ending : (endings.read(jobId) ?? ending);
}

/** Cancels a job and lets its hold go; a finished one stays as it is. @see service document §3, §4.3 */
export async function acceptCancel(deployment: Deployment, record: AcceptedJob): Promise<void> {
  if (hasEnded(currentState(deployment, record))) return;
  const { accountId, id } = record;
  await deployment.accounts.locked(accountId, (account, save) => {
    const ending = settle(deployment, id, { by: 'cancel', canceledAtMs: deployment.nowMs(accountId) });
    if (ending.by !== 'cancel') return;
    delete account.open[id];
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

/** How long v1 holds a draft's billing record. The document says only that it is less than seven days. Unit: s. */
export const draftRecordSeconds = 48 * 3_600;

/**
 * The fact that an account may learn of the draft that its final names. A job of another account counts as unknown, as one that
 * never existed does. So does a draft of the other API, where bodies and rules are different.
 *
 * @see service document §3
 */
export function draftFact(
  deployment: Deployment,
  accountId: string,
  id: string,
  route: RequestRoute,
): DraftFact {
  const record = draftRecord(deployment, id, route);
  if (record === undefined || record.accountId !== accountId) return 'unknown-job';
  const now = currentState(deployment, record);
  const nowMs = deployment.nowMs(accountId);
  if (!isRetained(now, nowMs)) return 'unknown-job';
  if (readSubmit(record.body, { route: record.route }).step !== 'draft') return 'not-a-draft';
  if (now.status !== 'succeeded') return 'not-succeeded';
  const ageMs = nowMs - now.completedAtMs;
  if (requestRoutes[route].isPassThrough && ageMs > draftRecordSeconds * 1_000) return 'past-record';
  return ageMs > limits.draftValiditySeconds * 1_000 ? 'past-validity' : 'usable';
}

/** The record of the draft that a body names; undefined without one that this account can use. */
export function draftOf(
  deployment: Deployment,
  accountId: string,
  body: Record<string, unknown>,
  route: RequestRoute,
): AcceptedJob | undefined {
  const part = readSubmit(body, { route }).parts.find(({ type }) => type === 'draft_task')?.part;
  const id = ownValue(objectOf(ownValue(part, 'draft_task')), 'id');
  if (typeof id !== 'string' || draftFact(deployment, accountId, id, route) !== 'usable') return undefined;
  return draftRecord(deployment, id, route);
}

/** The record of a draft. On v1 the id may be that of its task or of its job. */
function draftRecord(deployment: Deployment, id: string, route: RequestRoute): AcceptedJob | undefined {
  const { api, isPassThrough } = requestRoutes[route];
  const record = deployment.jobs.read(isPassThrough ? jobIdOf(id) : id);
  return record !== undefined && requestRoutes[record.route].api === api ? record : undefined;
}
