import type { ExitName } from '../errors/exit-codes.ts';
import type { Job, JobErrorCode } from './job.ts';
import { limits } from './limits.ts';
import { type RequestRoute, requestRoutes } from './request-route.ts';
import type { JobStatus } from './wire-values.ts';

/** The meaning of each state for someone waiting. @see service document §3 */
const states = {
  queued: { terminal: false, exit: 'waitTimedOut' },
  running: { terminal: false, exit: 'waitTimedOut' },
  succeeded: { terminal: true, exit: 'done' },
  failed: { terminal: true, exit: 'jobFailed' },
  canceled: { terminal: true, exit: 'jobCanceled' },
  expired: { terminal: true, exit: 'jobExpired' },
} as const satisfies Record<JobStatus, { terminal: boolean; exit: ExitName }>;

/** How v1's vendors spell a state that v2 spells differently. */
const spellings: Readonly<Record<string, JobStatus>> = { cancelled: 'canceled' };

/** The fields of a job that say whether it is over, and how. */
export interface JobEnd {
  status: string;
  completed_at?: string | undefined;
}

/** A state as v2 spells it; an unknown one is returned unchanged. @see service document §2.8, §3 */
export function spelledStatus(status: string): string {
  return Object.hasOwn(spellings, status) ? (spellings[status] ?? status) : status;
}

/** Tells whether the service document names this state. */
export function isKnownStatus(status: string): status is JobStatus {
  return Object.hasOwn(states, status);
}

/** Tells whether a job in this state has ended. A job in an unknown state has not: it may still reach one that genctl knows. */
export function isTerminal(status: string): boolean {
  return meaningOf(status)?.terminal ?? false;
}

/**
 * Tells whether a job has ended: its state is final, or its state is unknown and it has a time of completion. No unfinished job has
 * one. @see service document §2.1
 */
export function isOver({ completed_at, status }: JobEnd): boolean {
  return meaningOf(status)?.terminal ?? completed_at !== undefined;
}

/** How long a finished job took by the service's own clock; undefined where the service does not say. Unit: ms. */
export function lifetimeMs(job: JobEnd & { created_at?: string | undefined }): number | undefined {
  if (!isOver(job)) return undefined;
  const tookMs = Date.parse(job.completed_at ?? '') - Date.parse(job.created_at ?? '');
  return tookMs >= 0 ? tookMs : undefined;
}

/**
 * The exit of one job. An unfinished job exits as a wait that timed out. A job that is over in an unknown state counts as
 * failed: nothing says that it succeeded.
 */
export function exitOfJob(job: JobEnd): ExitName {
  return meaningOf(job.status)?.exit ?? (isOver(job) ? 'jobFailed' : 'waitTimedOut');
}

/**
 * The next step after a failure, which was not charged. `repeat`: the service failed, and the request may well succeed. `change`:
 * the request would fail again as it is. `decide`: a person settles the cause, and repeats it. @see service document §7.1
 */
const nextSteps: Readonly<Record<string, 'repeat' | 'change' | 'decide'>> = {
  provider_rejected: 'change',
  provider_failed: 'repeat',
  timeout: 'repeat',
  expired: 'change',
  canceled: 'decide',
  quota_exceeded: 'decide',
  output_too_large: 'change',
  unsupported_media: 'decide',
  internal: 'repeat',
} satisfies Record<JobErrorCode, 'repeat' | 'change' | 'decide'>;

/** Tells whether the request of a job that failed with this code is worth another attempt, as a job of its own. */
export function isRepeatable(code: string | undefined): boolean {
  return nextStep(code) === 'repeat';
}

/** Tells whether the request of a job that failed with this code would fail again, unless a person changes it. */
export function needsChange(code: string | undefined): boolean {
  return nextStep(code) === 'change';
}

/** Undefined for an unknown code. */
function nextStep(code = ''): 'repeat' | 'change' | 'decide' | undefined {
  return Object.hasOwn(nextSteps, code) ? nextSteps[code] : undefined;
}

/** Undefined for an unknown state. */
function meaningOf(status: string): { terminal: boolean; exit: ExitName } | undefined {
  const spelled = spelledStatus(status);
  return isKnownStatus(spelled) ? states[spelled] : undefined;
}

/**
 * The exit of several jobs: done where all succeeded, their common end where they share one, and `mixedEnds`
 * where they do not. While any is unfinished there are no ends to compare, and the exit says so.
 */
export function exitOfJobs(jobs: readonly JobEnd[]): ExitName {
  const exits = new Set(jobs.map(exitOfJob));
  if (exits.has('waitTimedOut')) return 'waitTimedOut';
  const [first = 'done'] = exits;
  return exits.size > 1 ? 'mixedEnds' : first;
}

/** A job as it was last seen. */
interface LastSeenJob {
  route: RequestRoute;
  job: Job;
  recorded_at: string;
}

/**
 * The time until which the service keeps a finished job. If a v2 job names no time, no end is known. On v1 the generator keeps a job for
 * seven days. Unit: ms since 1970.
 * @see service document §2.1, §3
 */
export function retentionEndMs({ job, recorded_at, route }: LastSeenJob): number {
  const untilMs = Date.parse(job.retention_until ?? '');
  if (!Number.isNaN(untilMs)) return untilMs;
  if (!requestRoutes[route].isPassThrough) return Number.POSITIVE_INFINITY;
  const endedMs = Date.parse(job.completed_at ?? job.created_at ?? recorded_at);
  return endedMs + limits.draftValiditySeconds * 1_000;
}

/**
 * Tells whether the service has to know a job still, so that a 404 shows that another account asks. A job whose retention is not known counts
 * for seven days after it was recorded, as on v1.
 */
export function isSurelyKept(seen: LastSeenJob, nowMs: number): boolean {
  const endMs = retentionEndMs(seen);
  const unknownEndMs = Date.parse(seen.recorded_at) + limits.draftValiditySeconds * 1_000;
  return nowMs < (Number.isFinite(endMs) ? endMs : unknownEndMs);
}
