import type { JobStatus } from '../contract/job-status.ts';
import type { ExitName } from '../errors/exit-codes.ts';

/** What each state means for someone waiting. @see service document §3 */
const states = {
  queued: { terminal: false, exit: 'waitTimedOut' },
  running: { terminal: false, exit: 'waitTimedOut' },
  succeeded: { terminal: true, exit: 'done' },
  failed: { terminal: true, exit: 'jobFailed' },
  canceled: { terminal: true, exit: 'jobCanceled' },
  expired: { terminal: true, exit: 'jobExpired' },
} as const satisfies Record<JobStatus, { terminal: boolean; exit: ExitName }>;

/** What of a job says whether it is over, and how. */
export interface JobEnd {
  status: string;
  completed_at?: string | undefined;
}

/** Whether the service document names this state. */
export function isKnownStatus(status: string): status is JobStatus {
  return Object.hasOwn(states, status);
}

/** Whether a job in this state is over. A state nobody has heard of is not: it may yet become one we know. */
export function isTerminal(status: string): boolean {
  return isKnownStatus(status) && states[status].terminal;
}

/**
 * Whether a job is over: its state is final, or it is a state nobody has heard of with a time of completion beside it,
 * which no unfinished job has. @see service document §2.1
 */
export function isOver(job: JobEnd): boolean {
  return isTerminal(job.status) || (!isKnownStatus(job.status) && job.completed_at !== undefined);
}

/**
 * The exit of one job. An unfinished one is that of a wait that ended before the job did; one that is over in a state
 * nobody has heard of did not succeed, whatever else it did.
 */
export function exitOfJob(job: JobEnd): ExitName {
  if (isKnownStatus(job.status)) return states[job.status].exit;
  return isOver(job) ? 'jobFailed' : 'waitTimedOut';
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
