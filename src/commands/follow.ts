import { cancelJob, pollJob } from '../client/jobs.ts';
import type { Job } from '../contract/job.ts';
import type { CliError } from '../errors/cli-error.ts';
import { type WaitEnd, type WaitTarget, waitForJobs } from '../flows/wait.ts';
import type { JobRecord } from '../store/ledger-record.ts';
import type { CommandContext } from './context.ts';
import { createDownloads } from './download-jobs.ts';
import type { Journey } from './journey.ts';
import { journeyError } from './journey-error.ts';
import { keepState } from './keep-state.ts';
import { type JobsShape, printJobs } from './print-jobs.ts';

/** A job that was submitted just now may not be known everywhere yet. Unit: ms. */
const notFoundGraceMs = 10_000;

/** What became of jobs that were followed. */
export interface Followed {
  /** As last known, with the files that came. */
  records: readonly JobRecord[];
  ends: readonly WaitEnd[];
  downloadFailures: readonly CliError[];
}

/**
 * Waits for jobs, brings their files home as each is over, and prints what became of them. Throws the error that
 * says how it ended, after everything is printed.
 */
export async function followJobs(
  context: CommandContext,
  records: readonly JobRecord[],
  journey: Journey,
  shape: JobsShape,
): Promise<void> {
  await reportFollowed(context, await follow(context, records, journey), journey, shape);
}

/** Prints what became of jobs, and throws the error that says how it ended. */
export async function reportFollowed(
  context: CommandContext,
  { records, ends, downloadFailures }: Followed,
  journey: Journey,
  shape: JobsShape,
): Promise<void> {
  context.quieten();
  await printJobs(context, records, shape, { downloaded: journey.download });
  context.throwIfInterrupted(ends.filter(({ kind }) => kind === 'left').map(({ id }) => id));
  const error = journeyError(ends, downloadFailures, { canceled: journey.cancelOnTimeout });
  if (error !== undefined) throw error;
}

/** Waits for jobs and brings their files home as each is over. */
export async function follow(
  context: CommandContext,
  records: readonly JobRecord[],
  journey: Journey,
): Promise<Followed> {
  await context.watch();
  const newest = new Map(records.map((record) => [record.id, record]));
  const writes = new Set<Promise<void>>();
  const downloads = createDownloads(context, journey);
  const keep = async (id: string, job: Job, over: boolean): Promise<void> => {
    const record = newest.get(id);
    if (record === undefined) return;
    const kept = await keepState(context, record, job);
    newest.set(id, kept);
    if (over && journey.download && kept.job.status === 'succeeded') downloads.start(kept);
  };
  const ends = await waitForJobs(await Promise.all(records.map((record) => targetOf(context, record))), {
    clock: context.clock,
    signal: context.interruption(),
    listen: context.listen,
    timeoutMs: journey.timeoutMs,
    floorMs: journey.floorMs,
    any: journey.any,
    failFast: journey.failFast,
    onJob(id, job, over) {
      const write = keep(id, job, over).finally(() => writes.delete(write));
      writes.add(write);
    },
  });
  await Promise.all(writes);
  const failures = await downloads.settle();
  for (const record of downloads.records()) newest.set(record.id, record);
  if (journey.cancelOnTimeout) {
    for (const { kind, id } of ends) {
      const record = newest.get(id);
      if (kind !== 'timed-out' || record === undefined) continue;
      await keep(id, await cancelJob(await context.apiOf(record), id), true);
    }
  }
  return { records: [...newest.values()], ends, downloadFailures: failures };
}

async function targetOf(context: CommandContext, record: JobRecord): Promise<WaitTarget> {
  const api = await context.apiOf(record);
  return {
    id: record.id,
    known: record.job,
    poll: (limits) => pollJob(api, record.id, { ...limits, notFoundGraceMs }),
  };
}
