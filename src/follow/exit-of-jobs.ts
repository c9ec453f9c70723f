import type { ExitName } from '../errors/exit-codes.ts';
import { exitOfJob, type JobEnd } from '../service/lifecycle.ts';

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
