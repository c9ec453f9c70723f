import { CliError, type CliErrorParts } from './cli-error.ts';

/** The service said 429 for longer than it was permitted to wait. */
export class RateLimitError extends CliError {
  override readonly name = 'RateLimitError';

  constructor(parts: CliErrorParts) {
    super('rateLimited', parts);
  }
}
