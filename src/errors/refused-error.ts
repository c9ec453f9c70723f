import { CliError, type CliErrorParts } from './cli-error.ts';

/** The service refused the request, or its answer broke its contract. */
export class RefusedError extends CliError {
  override readonly name = 'RefusedError';

  constructor(parts: CliErrorParts) {
    super('refused', parts);
  }
}
