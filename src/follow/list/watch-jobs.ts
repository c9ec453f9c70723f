import type { CliError } from '../../errors/cli-error.ts';
import { hintAgain, type Line } from '../../errors/hint.ts';
import { type JobFailure, jobsFailure } from '../../errors/jobs-failure.ts';
import { createTaskGroup, eachOf } from '../../files/task-group.ts';
import type { Progress } from '../../ledger/events.ts';
import type { SeenState } from '../../ledger/keep-state.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { jobDocumentOf } from '../../ledger/record-document.ts';
import { renderedRequests, requestOf } from '../../ledger/rendered-requests.ts';
import { shortenIds } from '../../ledger/shorten-ids.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { isOver } from '../../service/lifecycle.ts';
import { createFollow, followPorts } from '../follow.ts';
import { createAlarm } from '../wait/alarm.ts';
import type { JobColumnName } from '../words/job-column-names.ts';
import { createProgress } from '../words/progress.ts';
import { printListed } from './print-listed.ts';
import type { JobSelection } from './select-jobs.ts';
import { createJobsScreen, createWatchedJobs, fittedJobs, type WatchedJobs } from './watched-jobs.ts';

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
 * meanwhile. Ends when none is unfinished any more, or with a signal, and prints the list as it stands then. Throws the
 * failures of looks after that. Resolves with the number of jobs.
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

/** Watches until nothing is unfinished. Resolves with the error for the jobs that could not be looked at. */
async function watch(
  context: OutputMeans,
  input: WatchInput,
  jobs: WatchedJobs,
): Promise<CliError | undefined> {
  const { clock } = context;
  const ledger = await context.ledger();
  let mark = await ledger.mark();
  let lookedMs = clock.nowMs();
  const first = await addJobs(context, jobs, input.selection.jobs({ limit: input.overMost }));
  first.push(...(await addJobs(context, jobs, input.selection.jobs({ states: 'unfinished' }))));
  if (first.every(({ job }) => isOver(job))) return undefined;
  await context.watch(screenOf(context, input, jobs));
  const { intervalMs: floorMs = 0 } = await context.defaults();
  const alarm = createAlarm(clock);
  const open = new Set<string>();
  const failures: JobFailure[] = [];
  let total = 0;
  const ports = followPorts(context, undefined, ({ end, record: { id } }) => {
    open.delete(id);
    if (end.kind === 'failed')
      failures.push({ id, error: end.error.mendBy((hint) => hintAgain(hint, input.line)) });
    alarm.ring();
  });
  const keep = async (record: JobRecord, seen: SeenState): Promise<JobRecord> => {
    const kept = await ports.keep(record, seen);
    jobs.see(kept);
    return kept;
  };
  const flow = createFollow({ ...watchPlan, floorMs }, { ...ports, keep });
  const follow = async (records: readonly JobRecord[]): Promise<void> => {
    const unfinished = records.filter(({ job }) => !isOver(job));
    total += unfinished.length;
    for (const id of idsOf(unfinished)) open.add(id);
    await eachOf(unfinished, flow.add);
  };
  const tasks = createTaskGroup(flow.stop);
  tasks.start(flow.run);
  tasks.start(async () => {
    try {
      await follow(first);
      while (open.size > 0 && !flow.isStopped) {
        await alarm.sleepUntil(clock.monotonicMs() + lookAgainMs);
        const newest = await ledger.mark();
        if (newest === mark) continue;
        mark = newest;
        const sinceMs = lookedMs - lateMost;
        lookedMs = clock.nowMs();
        // Those that any process has recorded since the last time.
        await follow(await addJobs(context, jobs, input.selection.jobs({ sinceMs, states: 'any' })));
      }
    } finally {
      flow.close();
    }
  });
  await tasks.settle();
  return jobsFailure(failures, { total, done: 'looked at', isChosen: true });
}

/** Adds the jobs that were not added before, and resolves with them. */
async function addJobs(
  context: OutputMeans,
  jobs: WatchedJobs,
  records: AsyncIterable<JobRecord>,
): Promise<JobRecord[]> {
  const added: JobRecord[] = [];
  for await (const record of records) {
    if (jobs.knows(record.id)) continue;
    const rendered = record.intent?.draft_of == null ? undefined : await renderedRequests(context, [record]);
    jobs.add({ record, rendered: rendered?.(record) });
    added.push(record);
  }
  await shortenIds(context, idsOf(added));
  return added;
}

function idsOf(records: readonly JobRecord[]): string[] {
  return records.map(({ id }) => id);
}

/** A watch has no limit of time, ends at no job, and fetches nothing. */
const watchPlan = {
  timeoutMs: Number.POSITIVE_INFINITY,
  any: false,
  failFast: false,
  download: false,
  concurrency: 1,
};

/** The table that is drawn in place; where nothing moves, lines that say what happens. */
function screenOf(
  { clock, terminal }: OutputMeans,
  { columns, selection }: WatchInput,
  jobs: WatchedJobs,
): Progress {
  if (!terminal.interactive) return createProgress(terminal, clock);
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
