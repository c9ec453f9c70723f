import { CliError, type CliErrorParts } from './cli-error.ts';

/** The service could not be reached or answered 5xx, and nothing was started. */
export class UnreachableError extends CliError {
  override readonly name = 'UnreachableError';

  constructor(parts: CliErrorParts) {
    super('unreachable', parts);
  }
}
