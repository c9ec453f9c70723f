import { pollRecord } from '../api/ways/index.ts';
import type { CliError } from '../errors/cli-error.ts';
import { hintAgain, type Line } from '../errors/hint.ts';
import { type JobFailure, jobsFailure } from '../errors/jobs-failure.ts';
import { failureOf } from '../errors/system-trouble.ts';
import { together } from '../files/task-group.ts';
import { keepState, withState } from '../ledger/keep-state.ts';
import type { JobRecord } from '../ledger/record.ts';
import type { OutputMeans } from '../outputs/output-means.ts';
import { isOver } from '../service/lifecycle.ts';
import { statusUntold } from './find-jobs.ts';

/** Jobs after a look at those that were due. */
export interface LookedAt {
  /** The jobs of which anything is known, in their order and as last seen, even where that could not be written down. */
  records: JobRecord[];
  /** Those of them that the service answered for just now. */
  seen: JobRecord[];
  failures: readonly JobFailure[];
  /** Makes the error that names all of them; undefined for none. Several looks may share one instead. */
  failure(how?: { isChosen: boolean }): CliError | undefined;
}

/** Tells whether more is known of a job than the id that somebody gave. */
export function isKnown({ job }: JobRecord): boolean {
  return job.status !== statusUntold;
}

/**
 * Looks once at each job that is due; a failure keeps no other job from being looked at. `again` is the line that a hint
 * names to look again.
 */
export async function lookAtJobs(
  context: OutputMeans,
  jobs: readonly JobRecord[],
  again: Line,
  isDue: (record: JobRecord) => boolean = () => true,
): Promise<LookedAt> {
  const seen = new Map<string, JobRecord>();
  const failures: JobFailure[] = [];
  const look = async (record: JobRecord): Promise<JobRecord> => {
    try {
      const answer = await pollRecord(await context.apiOf(record), record);
      seen.set(record.id, withState(context, record, answer));
      seen.set(record.id, await keepState(context, record, answer));
    } catch (error) {
      const known = failureOf(error);
      if (known === undefined) throw error;
      known.mendBy((hint) => hintAgain(hint, again));
      failures.push({ id: record.id, error: known });
    }
    return seen.get(record.id) ?? record;
  };
  const due = jobs.filter(isDue);
  const looked = new Map((await together(due.map(look))).map((record) => [record.id, record]));
  const records = jobs
    .map((record) => looked.get(record.id) ?? record)
    .filter((record) => seen.has(record.id) || isKnown(record));
  return {
    records,
    seen: records.filter(({ id }) => seen.has(id)),
    failures,
    failure: (how) => jobsFailure(failures, { total: due.length, done: 'looked at', ...how }),
  };
}

/** Tells whether a job may have changed since it was last seen. */
export function isGoingOn({ job }: JobRecord): boolean {
  return !isOver(job);
}

/** Asks the service once, and writes down what it says. */
export async function lookAtJob(
  context: Pick<OutputMeans, 'apiOf' | 'clock' | 'ledger' | 'listen'>,
  record: JobRecord,
): Promise<JobRecord> {
  return keepState(context, record, await pollRecord(await context.apiOf(record), record));
}
