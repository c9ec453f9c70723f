import type { CliError } from '../errors/cli-error.ts';
import { jobsFailure } from '../errors/jobs-failure.ts';
import { thenAgain } from '../errors/system-trouble.ts';
import type { OutputMeans } from '../outputs/output-means.ts';
import type { BroughtHome } from './bring-home.ts';

/**
 * The errors that kept files from coming. The hint of each becomes the command that fetches all missing files, because running
 * a submit again would pay again.
 */
export function downloadFailures(
  jobs: readonly BroughtHome[],
  onward: Pick<OutputMeans['onward'], 'line'>,
): CliError[] {
  const again = onward.line(missingOf(jobs), 'download');
  return jobs.flatMap(({ failure }) => {
    if (failure === undefined) return [];
    failure.hint = failure.hint
      ?.replace(thenAgain, ', then: genctl download ID')
      .replace(/genctl download ID\b/, () => again);
    return [failure];
  });
}

/** The first of those errors, with every job whose files did not come; undefined where all came. `total`: so many jobs were to be fetched. */
export function downloadFailure(
  jobs: readonly BroughtHome[],
  onward: Pick<OutputMeans['onward'], 'line'>,
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
