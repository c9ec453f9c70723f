import { requestRoutes } from '../../contract/request-route.ts';
import type { CliError } from '../../errors/cli-error.ts';
import { UsageError } from '../../errors/endings.ts';
import { createFollow, type FollowedJob } from '../../flows/follow/follow.ts';
import { together } from '../../flows/task-group.ts';
import type { WaitEnd } from '../../flows/wait/target.ts';
import type { JobRecord } from '../../store/ledger/record.ts';
import type { CommandContext } from '../context/context.ts';
import { downloadFailures, missingOf } from './download-jobs.ts';
import { followPorts } from './follow-ports.ts';
import type { Journey } from './journey.ts';
import { isUnsettled, journeyError } from './journey-error.ts';
import { type JobsShape, printJobs } from './print-jobs.ts';

/** What became of jobs that were followed. */
export interface Followed {
  /** As last known, with the files that came. */
  records: readonly JobRecord[];
  ends: readonly WaitEnd[];
  downloadFailures: readonly CliError[];
  /** The jobs whose files were to be fetched, and are not all here. */
  missing: readonly string[];
  /** How long it took. Unit: ms. */
  tookMs: number;
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
  { records, ends, downloadFailures, missing, tookMs }: Followed,
  journey: Journey,
  shape: JobsShape,
): Promise<void> {
  context.quieten();
  await ringAfter(context, tookMs);
  await printJobs(context, records, shape, { downloaded: journey.download });
  context.throwIfInterrupted(
    ends.filter(isUnsettled).map(({ id }) => id),
    { missing },
  );
  const canceled = journey.cancelOnTimeout;
  const error = journeyError({ records, ends, downloadFailures, missing, canceled }, context.onward);
  if (error !== undefined) throw error;
}

/** Waits for jobs and brings their files home as each is over. */
async function follow(
  context: CommandContext,
  records: readonly JobRecord[],
  journey: Journey,
): Promise<Followed> {
  assertCancelable(records, journey);
  await context.watch();
  const startedMs = context.clock.monotonicMs();
  // Connects first: a credential command may take its time to give a key, and until the wait begins a signal ends the process
  // at once.
  await together(records.map(context.apiOf));
  const through = new Map<string, FollowedJob>();
  const flow = createFollow(
    journey,
    followPorts(context, journey, (job) => through.set(job.record.id, job)),
  );
  await together(records.map(flow.add));
  flow.close();
  await flow.run();
  const ids = new Set(records.map(({ id }) => id));
  const jobs = [...ids].flatMap((id) => through.get(id) ?? []);
  return followedOf(context, jobs, startedMs);
}

/** What became of jobs, once nothing more will. `startedMs`: on the monotonic clock. */
export function followedOf(
  { clock, onward }: Pick<CommandContext, 'clock' | 'onward'>,
  jobs: readonly FollowedJob[],
  startedMs: number,
): Followed {
  return {
    records: jobs.map(({ record }) => record),
    ends: jobs.map(({ end }) => end),
    downloadFailures: downloadFailures(jobs, onward),
    missing: missingOf(jobs),
    tookMs: clock.monotonicMs() - startedMs,
  };
}

/** The shortest wait that somebody may have walked away from. Unit: ms. */
const longWaitMs = 30_000;

/** Rings the bell of an interactive terminal, if the setting says so. */
async function ringAfter({ defaults, terminal }: CommandContext, tookMs: number): Promise<void> {
  if (!terminal.interactive) return;
  const { bell } = await defaults();
  if (bell === 'always' || (bell === 'long' && tookMs >= longWaitMs)) terminal.err.write('\u0007');
}

/** Refuses `--cancel-on-timeout` for jobs of v1, which has no cancel, before anything is sent. Throws UsageError. */
export function assertCancelable(
  jobs: readonly Pick<JobRecord, 'route'>[],
  { cancelOnTimeout }: Pick<Journey, 'cancelOnTimeout'>,
): void {
  if (!cancelOnTimeout || jobs.every(({ route }) => requestRoutes[route].canCancel)) return;
  throw new UsageError({
    code: 'no_cancel_route',
    message: '--cancel-on-timeout can’t be kept: v1 has no cancel',
    why: 'A v1 job goes on to its end, and is charged if it succeeds.',
    hint: 'leave --cancel-on-timeout out',
  });
}
