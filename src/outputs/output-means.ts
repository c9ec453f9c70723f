import { trafficObserver } from '../api/transport/traffic.ts';
import type { FfmpegPorts } from '../media/ffmpeg.ts';
import type { RequestMeans } from '../request/request-means.ts';
import type { AttemptMeans } from './attempts.ts';
import type { OpenedStore } from './bucket/object-store.ts';
import type { GivenNames, IdBeginnings } from './names/output-name.ts';

/** The means by which a run brings files home. */
export interface OutputMeans extends RequestMeans {
  /** A bucket of an object store; `endpoint` is that of `--s3-endpoint`. Throws UsageError for one that can't be used. */
  storeOf(bucket: string, endpoint: string | undefined): Promise<OpenedStore>;
  /** How ids of jobs stand in the names of files. */
  idBeginnings(): Promise<IdBeginnings>;
  /** The names that `--overwrite` has given to files of this run. */
  givenNames(): Promise<GivenNames>;
}

/** The means of a run to start ffmpeg. */
export async function ffmpegPorts({
  around,
  interruption,
}: Pick<OutputMeans, 'around' | 'interruption'>): Promise<FfmpegPorts> {
  const { commandRunner } = await import('../account/keys/run-command.ts');
  return { runCommand: commandRunner(around.environment), signal: interruption() };
}

/** The means by which requests for outputs, and to where they go, are made, repeated and told. */
export function requestMeans(
  context: Pick<OutputMeans, 'around' | 'clock' | 'globals' | 'listen' | 'retryBudget' | 'terminal'>,
) {
  const { around, clock, listen, retryBudget } = context;
  const means: AttemptMeans = {
    ...{ clock, random: Math.random, budget: retryBudget },
    onRetry: (notice) => listen({ kind: 'retrying', ...notice }),
  };
  return { ...means, userAgent: `genctl/${around.version}`, observe: trafficObserver(context) };
}
