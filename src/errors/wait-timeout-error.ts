import { CliError, type CliErrorParts } from './cli-error.ts';

/** The time to wait is over; the job goes on. */
export class WaitTimeoutError extends CliError {
  override readonly name = 'WaitTimeoutError';

  constructor(parts: CliErrorParts) {
    super('waitTimedOut', parts);
  }
}
