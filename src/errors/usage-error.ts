import { CliError, type CliErrorParts } from './cli-error.ts';

/** The command line, or a file it names, can't be used; nothing was sent. */
export class UsageError extends CliError {
  override readonly name = 'UsageError';

  constructor(parts: CliErrorParts) {
    super('usage', parts);
  }
}
