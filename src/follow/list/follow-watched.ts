import type { CliError } from '../../errors/cli-error.ts';
import { hintAgain, type Line } from '../../errors/hint.ts';
import { type JobFailure, jobsFailure } from '../../errors/jobs-failure.ts';
import { failureOf } from '../../errors/system-trouble.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { filePlanOf } from '../../outputs/journey.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { isOver } from '../../service/lifecycle.ts';
import { createFollow, type Follow, followPorts } from '../follow.ts';
import type { WatchedJobs } from './watched-jobs.ts';

/** Follows the jobs of a watch, however long they take. */
export interface WatchFollow extends Pick<Follow, 'close' | 'run' | 'stop'> {
  /** Follows a job that is not over. One that can't be looked at stays as it was last seen. */
  add(record: JobRecord): Promise<void>;
  /** Tells whether nothing is followed any more. */
  isIdle(): boolean;
  /** The error for the jobs that could not be looked at. */
  failure(): CliError | undefined;
}

interface WatchFollowParts {
  jobs: WatchedJobs;
  /** The command line that goes on. */
  line: Line;
  /** Called as a job has its end. */
  onEnd(): void;
}

export async function followWatched(
  context: OutputMeans,
  { jobs, line, onEnd }: WatchFollowParts,
): Promise<WatchFollow> {
  const defaults = await context.defaults();
  const open = new Set<string>();
  const failures: JobFailure[] = [];
  let total = 0;
  const ports = followPorts(
    context,
    { ...filePlanOf(noFileFlags, defaults), exec: undefined },
    ({ end, record }) => {
      open.delete(record.id);
      if (end.kind === 'failed') failures.push({ id: record.id, error: end.error });
      onEnd();
    },
  );
  const plan = { ...watchPlan, floorMs: defaults.intervalMs ?? 0 };
  const flow = createFollow(plan, {
    ...ports,
    async keep(record, seen) {
      const kept = await ports.keep(record, seen);
      jobs.see(kept);
      return kept;
    },
  });
  return {
    close: flow.close,
    run: flow.run,
    stop: flow.stop,
    isIdle: () => open.size === 0 || flow.isStopped,
    failure: () => jobsFailure(failures, { total, done: 'looked at', isChosen: true }),
    async add(record) {
      if (isOver(record.job)) return;
      open.add(record.id);
      total += 1;
      try {
        await flow.add(record);
      } catch (error) {
        const known = failureOf(error);
        if (known === undefined) throw error;
        open.delete(record.id);
        known.mendBy((hint) => hintAgain(hint, line));
        failures.push({ id: record.id, error: known });
      }
    },
  };
}

/** A watch has no limit of time, ends at no job, and fetches nothing. */
const watchPlan = {
  timeoutMs: Number.POSITIVE_INFINITY,
  any: false,
  failFast: false,
  download: false,
  concurrency: 1,
};

const noFileFlags = {
  dir: undefined,
  s3Endpoint: undefined,
  name: undefined,
  overwrite: false,
  sidecar: true,
  verify: false,
  concurrency: undefined,
};
