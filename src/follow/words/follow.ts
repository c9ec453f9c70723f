import type { CliError } from '../../errors/cli-error.ts';
import { failureLines, type JobFailure, jobsFailure } from '../../errors/jobs-failure.ts';
import { failureOf } from '../../errors/system-trouble.ts';
import { eachOf } from '../../files/task-group.ts';
import { forJobs } from '../../ledger/ledger-means.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { shortenIds } from '../../ledger/shorten-ids.ts';
import type { Journey } from '../../outputs/journey.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { downloadFailures, missingOf } from '../bring-home.ts';
import { learnBeginnings } from '../download-jobs.ts';
import { createFollow, type FollowedJob, followPorts } from '../follow.ts';
import { isKnown } from '../look-at-jobs.ts';
import { type FollowedJobs, isUnsettled, journeyError } from './journey-error.ts';
import { assertCancelable, followedAfterSignal } from './on-interrupt.ts';
import { type JobsShape, printJobs, tellerFor } from './print-jobs.ts';
import type { Teller } from './tell-jobs.ts';

/** The results of jobs that were followed, and the time they took. */
export interface Followed extends FollowedJobs {
  /** Those that were to be canceled because of a signal, and are over now. */
  stopped: readonly JobRecord[];
  /** How long it took. Unit: ms. */
  tookMs: number;
}

/**
 * Waits for jobs, brings their files home as each is over, and prints what became of them. Throws the error that
 * says how it ended, after everything is printed.
 */
export async function followJobs(
  context: OutputMeans,
  records: readonly JobRecord[],
  journey: Journey,
  shape: JobsShape,
): Promise<void> {
  const teller = await tellerFor(context, { jobs: records.length, journey });
  const followed = await follow(context, records, { journey, teller, shape });
  await reportFollowed(context, followed, journey, { shape, teller });
}

/** How what became of jobs is shown: as each is through, or where there is no teller at the end. */
interface Report {
  shape: JobsShape;
  teller: Teller | undefined;
}

/** Prints what became of jobs, and throws the error that says how it ended. */
export async function reportFollowed(
  context: OutputMeans,
  followed: Followed,
  journey: Journey,
  { shape, teller }: Report,
): Promise<void> {
  const { ends, missing, records, stopped, tookMs, unrun } = followed;
  context.quieten();
  await ringAfter(context, tookMs);
  if (teller === undefined)
    await printJobs(context, records, shape, { downloaded: journey.download ? journey : undefined });
  else if (!context.interruption().aborted) teller.tellRest(records);
  context.throwIfInterrupted(
    ends.filter(isUnsettled).map(({ id }) => id),
    { missing, unrun, stopped },
  );
  const error = journeyError(followed, context.onward);
  if (error !== undefined) throw error;
  teller?.tellFiles(records);
}

/** Waits for jobs and brings their files home as each is over. */
async function follow(
  context: OutputMeans,
  records: readonly JobRecord[],
  { journey, teller, shape }: Report & { journey: Journey },
): Promise<Followed> {
  assertCancelable(records, journey);
  if (journey.onInterrupt === 'cancel') context.expectSecondSignal();
  await shortenIds(
    context,
    records.map(({ id }) => id),
  );
  if (journey.download && records.length > 1) await learnBeginnings(context, records, journey);
  await context.watch();
  const startedMs = context.clock.monotonicMs();
  // Connects first: a credential command may take its time to give a key, and until the wait begins a signal ends the process
  // at once.
  const unreached = await unreachedEnd(context, records, journey);
  if (unreached !== undefined) {
    const known = context.globals.json ? records.filter(isKnown) : [];
    if (known.length > 0) await printJobs(context, known, shape);
    throw unreached;
  }
  const through = new Map<string, FollowedJob>();
  const flow = createFollow(
    journey,
    followPorts(forJobs(context, records.length), journey, (job) => {
      through.set(job.record.id, job);
      if (!isUnsettled(job.end)) teller?.tell(job.record);
    }),
  );
  const ids = new Set(records.map(({ id }) => id));
  context.leftIfKilled(() => ({ jobIds: [...ids].filter((id) => !isThrough(through.get(id))) }));
  await eachOf(records, flow.add);
  flow.close();
  await flow.run();
  const jobs = [...ids].flatMap((id) => through.get(id) ?? []);
  return followedOf(context, jobs, { journey, startedMs });
}

/** Tells whether nothing of a job is left to be done, neither its end nor its files nor the command of `--exec`. */
export function isThrough(job: FollowedJob | undefined): boolean {
  if (job === undefined || job.isMissing || isUnsettled(job.end)) return false;
  return job.exec === undefined || job.exec.kind === 'done';
}

/**
 * Warns of jobs whose accounts can't be used: they keep none of the others from being waited for. Makes the error that ends the wait
 * where there are no others, or the first failure is to end it.
 */
async function unreachedEnd(
  context: OutputMeans,
  records: readonly JobRecord[],
  { failFast }: Journey,
): Promise<CliError | undefined> {
  const failures: JobFailure[] = [];
  await eachOf(records, async (record) => {
    try {
      await context.apiOf(record);
    } catch (error) {
      const known = failureOf(error);
      if (known === undefined || known.exit === 'machine') throw error;
      failures.push({ id: record.id, error: known });
    }
  });
  if (failures.length > 0 && (failFast || failures.length === records.length))
    return jobsFailure(failures, { total: records.length, done: 'waited for' });
  for (const message of failureLines(failures, 'waited for')) context.listen({ kind: 'warning', message });
  return undefined;
}

/** The results of jobs, once nothing more happens to them but their cancel after a signal. `startedMs`: on the monotonic clock. */
export async function followedOf(
  context: OutputMeans,
  left: readonly FollowedJob[],
  { journey, startedMs }: { journey: Journey; startedMs: number },
): Promise<Followed> {
  const { clock, onward } = context;
  const jobs = await followedAfterSignal(context, left, journey);
  return {
    records: jobs.map(({ record }) => record),
    ends: jobs.map(({ end }) => end),
    downloadFailures: downloadFailures(jobs, onward),
    missing: missingOf(jobs),
    execFailures: jobs.flatMap(({ exec }) => (exec?.kind === 'failed' ? [exec.error] : [])),
    unrun: jobs
      .filter(({ exec }) => exec !== undefined && exec.kind !== 'done')
      .map(({ record }) => record.id),
    stopped: jobs.filter((job, place) => job !== left[place]).map(({ record }) => record),
    tookMs: clock.monotonicMs() - startedMs,
  };
}

/** The shortest wait that somebody may have walked away from. Unit: ms. */
const longWaitMs = 30_000;

/** Rings the bell of an interactive terminal, if the setting says so. */
async function ringAfter({ defaults, terminal }: OutputMeans, tookMs: number): Promise<void> {
  if (!terminal.interactive) return;
  const { bell } = await defaults();
  if (bell === 'always' || (bell === 'long' && tookMs >= longWaitMs)) terminal.err.writeAsIs('\u0007');
}
