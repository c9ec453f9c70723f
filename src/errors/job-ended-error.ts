import { CliError, type CliErrorParts } from './cli-error.ts';
import type { ExitName } from './exit-codes.ts';

/** The exits of jobs that are over without success; `mixedEnds` is several jobs with different ends. */
export type JobEndExit = Extract<ExitName, 'jobFailed' | 'jobCanceled' | 'jobExpired' | 'mixedEnds'>;

/** A job that was waited for is over, and not with success. */
export class JobEndedError extends CliError {
  override readonly name = 'JobEndedError';

  constructor(exit: JobEndExit, parts: CliErrorParts) {
    super(exit, parts);
  }
}
