import type { CliError } from '../errors/cli-error.ts';
import { genctl, hintAgain, type Line, type Step, withSteps } from '../errors/hint.ts';
import { jobsFailure } from '../errors/jobs-failure.ts';
import { failureOf } from '../errors/system-trouble.ts';
import type { JobRecord } from '../ledger/record.ts';
import type { OutputMeans } from '../outputs/output-means.ts';
import { gaps } from '../text/gaps.ts';

/** A job, and the result of downloading its files. */
export interface BroughtHome {
  /** The job as last known, with the files that are here. */
  record: JobRecord;
  /** Why files could not be downloaded; also undefined where a signal interrupted the download, which is no failure. */
  failure: CliError | undefined;
  /** True if files that were to be downloaded are not here. */
  isMissing: boolean;
}

interface BringHomePorts {
  signal: AbortSignal;
  /**
   * Downloads the files of a job. At its end `onFiles` receives the record with the files that are here, also where that is a
   * failure. Throws CliError.
   */
  download(record: JobRecord, onFiles: (record: JobRecord) => void): Promise<void>;
}

/** Downloads the files of a job. Rejects for a defect only. */
export async function bringHome(
  given: JobRecord,
  { download, signal }: BringHomePorts,
): Promise<BroughtHome> {
  let record = given;
  // After a signal nothing is downloaded: the command that continues fetches what is missing.
  if (signal.aborted) return { record, failure: undefined, isMissing: true };
  try {
    await download(given, (whole) => {
      record = { ...whole, replayed: given.replayed };
    });
    return { record, failure: undefined, isMissing: false };
  } catch (error) {
    if (signal.aborted) return { record, failure: undefined, isMissing: true };
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    return { record, failure: failure.ofJob(given.id), isMissing: true };
  }
}

/**
 * The errors that kept files from coming. The hint of each becomes the command that fetches all missing files, because running
 * a submit again would pay again.
 */
export function downloadFailures(
  jobs: readonly BroughtHome[],
  onward: Pick<OutputMeans['onward'], 'step'>,
): CliError[] {
  const again = onward.step(missingOf(jobs), 'download');
  return jobs.flatMap(({ failure }) => {
    if (failure === undefined) return [];
    const ofAll = (step: Step): Step =>
      isDownloadOfJob(step) ? { run: [...again.run, ...step.run.slice(2)] } : step;
    return [failure.mendBy((hint) => hint && withSteps(hintAgain(hint, genctl`download ID`), ofAll))];
  });
}

/** The first of those errors, with every job whose files did not come; undefined where all came. `total`: so many jobs were to be fetched. */
export function downloadFailure(
  jobs: readonly BroughtHome[],
  onward: Pick<OutputMeans['onward'], 'step'>,
  of: { total: number; isChosen?: boolean },
): CliError | undefined {
  downloadFailures(jobs, onward);
  const failures = jobs.flatMap(({ failure, record: { id } }) =>
    failure === undefined ? [] : [{ id, error: failure }],
  );
  return jobsFailure(failures, { ...of, done: 'fetched' });
}

/** The jobs whose files did not all come. */
export function missingOf(jobs: readonly BroughtHome[]): string[] {
  return jobs.filter(({ isMissing }) => isMissing).map(({ record }) => record.id);
}

/** Tells whether a step fetches the files of the job that failed. */
export function isDownloadOfJob(step: Step): step is Line {
  return 'run' in step && step.run[0] === 'download' && step.run[1] === gaps.id;
}
