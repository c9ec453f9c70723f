import { CliError, type CliErrorParts } from './cli-error.ts';

/** A submit was sent and its outcome is not known; the intent is kept. */
export class OutcomeUnknownError extends CliError {
  override readonly name = 'OutcomeUnknownError';

  constructor(parts: CliErrorParts) {
    super('outcomeUnknown', parts);
  }
}
