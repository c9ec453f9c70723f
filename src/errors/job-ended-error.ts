import { CliError, type CliErrorParts } from './cli-error.ts';
import type { ExitName } from './exit-codes.ts';

/** The exits of jobs that ended without success; `mixedEnds` stands for several jobs with different ends. */
export type JobEndExit = Extract<ExitName, 'jobFailed' | 'jobCanceled' | 'jobExpired' | 'mixedEnds'>;

/** A job ended without success while a command waited for it. */
export class JobEndedError extends CliError {
  override readonly name = 'JobEndedError';

  constructor(exit: JobEndExit, parts: CliErrorParts) {
    super(exit, parts);
  }
}
