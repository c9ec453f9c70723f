import { cancelRecord, pollRecord } from '../../client/ways/record-poll.ts';
import type { Job } from '../../contract/job.ts';
import { requestRoutes } from '../../contract/request-route.ts';
import { CliError } from '../../errors/cli-error.ts';
import { UsageError } from '../../errors/endings.ts';
import { createTaskGroup, together } from '../../flows/task-group.ts';
import type { WaitEnd, WaitTarget } from '../../flows/wait/target.ts';
import { createWaiter, type WaitOptions } from '../../flows/wait/waiter.ts';
import { firstLookDelayMs } from '../../rules/polling.ts';
import type { JobRecord } from '../../store/ledger/record.ts';
import type { CommandContext } from '../context/context.ts';
import { keepState, withState } from '../context/keep-state.ts';
import { createDownloads } from './download-jobs.ts';
import type { Journey } from './journey.ts';
import { isUnsettled, journeyError } from './journey-error.ts';
import { type JobsShape, printJobs } from './print-jobs.ts';

/** A job that was submitted just now may not be known everywhere yet. Unit: ms. */
const notFoundGraceMs = 10_000;

/** What became of jobs that were followed. */
export interface Followed {
  /** As last known, with the files that came. */
  records: readonly JobRecord[];
  ends: readonly WaitEnd[];
  downloadFailures: readonly CliError[];
  /** The jobs whose files were to come, and did not all. */
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
export async function follow(
  context: CommandContext,
  records: readonly JobRecord[],
  journey: Journey,
): Promise<Followed> {
  assertCancelable(records, journey);
  await context.watch();
  const startedMs = context.clock.monotonicMs();
  const newest = new Map(records.map((record) => [record.id, record]));
  const downloads = createDownloads(context, journey);
  /** The newest v1 body of each job. */
  const raws = new Map<string, unknown>();
  const keep = async (id: string, job: Job, over: boolean): Promise<void> => {
    const record = newest.get(id);
    if (record === undefined) return;
    const seen = { job, raw: raws.get(id) };
    // First in memory: what was seen is shown even where it can't be written down.
    newest.set(id, withState(context, record, seen));
    const kept = await keepState(context, record, seen);
    newest.set(id, kept);
    if (over && journey.download && kept.job.status === 'succeeded') downloads.start(kept);
  };
  const targets = await together(records.map((record) => targetOf(context, record, raws)));
  const ends = await waitFor(targets, {
    clock: context.clock,
    signal: context.interruption(),
    listen: context.listen,
    timeoutMs: journey.timeoutMs,
    floorMs: journey.floorMs,
    any: journey.any,
    failFast: journey.failFast,
    onJob: keep,
  }).finally(() => downloads.settle());
  const failures = await downloads.settle();
  for (const record of downloads.records()) newest.set(record.id, record);
  if (journey.cancelOnTimeout) await cancelLate(context, ends, newest, keep);
  const tookMs = context.clock.monotonicMs() - startedMs;
  return {
    records: [...newest.values()],
    ends,
    downloadFailures: failures,
    missing: downloads.missing(),
    tookMs,
  };
}

/** Waits for these jobs; their ends are in their order. */
async function waitFor(
  targets: readonly WaitTarget[],
  options: Omit<WaitOptions, 'tasks' | 'onEnd'>,
): Promise<WaitEnd[]> {
  const ends = new Map<string, WaitEnd>();
  const stop = new AbortController();
  const tasks = createTaskGroup(() => stop.abort());
  const waiter = createWaiter({
    ...options,
    signal: AbortSignal.any([options.signal, stop.signal]),
    tasks,
    onEnd: (end) => ends.set(end.id, end),
  });
  for (const target of targets) waiter.add(target);
  waiter.close();
  tasks.start(waiter.run);
  await tasks.settle();
  return targets.flatMap(({ id }) => ends.get(id) ?? []);
}

/** Cancels what was not over in time. A job that can't be canceled, or whose end can't be kept, takes nothing from the others. */
async function cancelLate(
  context: CommandContext,
  ends: WaitEnd[],
  newest: ReadonlyMap<string, JobRecord>,
  keep: (id: string, job: Job, over: boolean) => Promise<void>,
): Promise<void> {
  for (const [place, { kind, id, job }] of ends.entries()) {
    const record = newest.get(id);
    if (kind !== 'timed-out' || record === undefined) continue;
    try {
      await keep(id, await cancelRecord(await context.apiOf(record), record), true);
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      ends[place] = { kind: 'failed', id, job, error: error.ofJob(id) };
    }
  }
}

/** A wait of this time is one that somebody may have walked away from. Unit: ms. */
const longWaitMs = 30_000;

/** Rings where a person is at the terminal, and wants it. */
async function ringAfter({ defaults, terminal }: CommandContext, tookMs: number): Promise<void> {
  if (!terminal.interactive) return;
  const { bell } = await defaults();
  if (bell === 'always' || (bell === 'long' && tookMs >= longWaitMs)) terminal.err.write('\u0007');
}

async function targetOf(
  context: CommandContext,
  record: JobRecord,
  raws: Map<string, unknown>,
): Promise<WaitTarget> {
  const api = await context.apiOf(record);
  return {
    id: record.id,
    known: record.job,
    ageMs: ageOf(record, context.clock.nowMs()),
    firstDelayMs: firstLookDelayMs(
      record.job.retry_after,
      context.clock.nowMs() - Date.parse(record.seen_at),
    ),
    route: record.route,
    account: api.gate,
    async poll(limits) {
      const seen = await pollRecord(api, record, {
        ...limits,
        notFoundGraceMs,
        givesBackRateLimits: true,
      });
      raws.set(record.id, seen.raw);
      return seen;
    },
  };
}

/** Since it was sent from here, where it was: by this clock. Else as the service says, whose clock may be another. Unit: ms. */
function ageOf({ intent, job, recorded_at, replayed }: JobRecord, nowMs: number): number {
  const sentAt = replayed ? undefined : intent?.first_sent_at;
  const ageMs = nowMs - Date.parse(sentAt ?? job.created_at ?? recorded_at);
  return ageMs > 0 ? ageMs : 0;
}

/** v1 has no cancel: to be told before anything is sent, not when the time is over. Throws UsageError. */
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
