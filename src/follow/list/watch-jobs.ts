import type { CliError } from '../../errors/cli-error.ts';
import type { Line } from '../../errors/hint.ts';
import { createTaskGroup } from '../../files/task-group.ts';
import type { Progress } from '../../ledger/events.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { jobDocumentOf } from '../../ledger/record-document.ts';
import { renderedRequests, requestOf } from '../../ledger/rendered-requests.ts';
import { shortenIds } from '../../ledger/shorten-ids.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { isOver } from '../../service/lifecycle.ts';
import { createAlarm } from '../wait/alarm.ts';
import type { JobColumnName } from '../words/job-column-names.ts';
import { followWatched } from './follow-watched.ts';
import { printListed } from './print-listed.ts';
import type { JobSelection } from './select-jobs.ts';
import { createWatchedJobs, fittedJobs, type WatchedJobs } from './watched-jobs.ts';

/** The input of `jobs --watch`. */
export interface WatchInput {
  selection: JobSelection;
  /** How many jobs that are over are shown at most. */
  overMost: number;
  columns: readonly JobColumnName[] | undefined;
  /** The command line that goes on after a signal. */
  line: Line;
}

/** Time between two looks whether other processes have recorded jobs. Unit: ms. */
const lookAgainMs = 2_000;
/** A job may be found this much later than the time in its record says, from a process that was slow. Unit: ms. */
const lateMost = 60_000;

/**
 * Shows jobs while they go on: those that a list would have, every one that is unfinished, and those that other processes submit
 * meanwhile. Ends when none is unfinished any more, or with a signal, and prints the list as it stands then. Throws the first
 * failure of a look after that. Resolves with the number of jobs.
 */
export async function watchJobs(context: OutputMeans, input: WatchInput): Promise<number> {
  const jobs = createWatchedJobs({ ...input.selection, overMost: input.overMost });
  const failure = await watch(context, input, jobs);
  context.quieten();
  const records = jobs.list().map(({ record }) => record);
  const shown = records.filter(input.selection.isInState);
  const count = await printListed(context, shown, { current: jobs.seen(), columns: input.columns });
  const goingOn = idsOf(records.filter(({ job }) => !isOver(job)));
  context.throwIfInterrupted(goingOn, { line: input.line });
  if (failure !== undefined) throw failure;
  return count;
}

/** Watches until nothing is unfinished. Resolves with the first failure of a look. */
async function watch(
  context: OutputMeans,
  input: WatchInput,
  jobs: WatchedJobs,
): Promise<CliError | undefined> {
  const { clock } = context;
  const news = await createNews(context, input, jobs);
  const first = await newestAndUnfinished(context, input, jobs);
  if (first.every(({ job }) => isOver(job))) return undefined;
  await context.watch(await screenOf(context, input, jobs));
  const alarm = createAlarm(clock);
  const follow = await followWatched(context, { jobs, line: input.line, onEnd: alarm.ring });
  const tasks = createTaskGroup(follow.stop);
  tasks.start(follow.run);
  tasks.start(async () => {
    try {
      for (const record of first) await follow.add(record);
      while (!follow.isIdle()) {
        await alarm.sleepUntil(clock.monotonicMs() + lookAgainMs);
        for (const record of await news.take()) await follow.add(record);
      }
    } finally {
      follow.close();
    }
  });
  await tasks.settle();
  return follow.failure();
}

/** Adds the jobs of a list, newest first, and all that are unfinished, however old. */
async function newestAndUnfinished(
  context: OutputMeans,
  { overMost, selection }: WatchInput,
  jobs: WatchedJobs,
): Promise<JobRecord[]> {
  const added: JobRecord[] = [];
  for (const range of [{ limit: overMost }, { states: 'unfinished' }] as const)
    for await (const record of selection.jobs(range))
      if (await addJob(context, jobs, record)) added.push(record);
  await shortenIds(context, idsOf(added));
  return added;
}

function idsOf(records: readonly JobRecord[]): string[] {
  return records.map(({ id }) => id);
}

/** Finds the jobs that are recorded from now on, by any process. */
async function createNews(context: OutputMeans, { selection }: WatchInput, jobs: WatchedJobs) {
  const ledger = await context.ledger();
  let mark = await ledger.mark();
  let lookedMs = context.clock.nowMs();
  return {
    /** Adds those since the last time, and resolves with them. */
    async take(): Promise<JobRecord[]> {
      const added: JobRecord[] = [];
      const newest = await ledger.mark();
      if (newest === mark) return added;
      mark = newest;
      const sinceMs = lookedMs - lateMost;
      lookedMs = context.clock.nowMs();
      for await (const record of selection.jobs({ sinceMs, states: 'any' }))
        if (await addJob(context, jobs, record)) added.push(record);
      await shortenIds(context, idsOf(added));
      return added;
    },
  };
}

/** Adds a job, unless it was added before. */
async function addJob(context: OutputMeans, jobs: WatchedJobs, record: JobRecord): Promise<boolean> {
  if (jobs.knows(record.id)) return false;
  const rendered = record.intent?.draft_of == null ? undefined : await renderedRequests(context, [record]);
  jobs.add({ record, rendered: rendered?.(record) });
  return true;
}

/** The table that is drawn in place; where nothing moves, lines that say what happens. */
async function screenOf(
  { clock, terminal }: OutputMeans,
  { columns, selection }: WatchInput,
  jobs: WatchedJobs,
): Promise<Progress> {
  if (!terminal.interactive) {
    const { createProgress } = await import('../words/progress.ts');
    return createProgress(terminal, clock);
  }
  const { createJobsScreen } = await import('../words/jobs-screen.ts');
  return createJobsScreen(terminal, clock, {
    columns,
    jobs(most) {
      const shown = jobs.list().filter(({ record }) => selection.isInState(record));
      const { fitted, others } = fittedJobs(shown, most);
      return {
        rows: fitted.map(({ record, rendered }) => jobDocumentOf(record, rendered ?? requestOf(record))),
        others,
      };
    },
  });
}
