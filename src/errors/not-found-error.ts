import { CliError, type CliErrorParts } from './cli-error.ts';

/** There is no such job or model, as far as this account can see. */
export class NotFoundError extends CliError {
  override readonly name = 'NotFoundError';

  constructor(parts: CliErrorParts) {
    super('notFound', parts);
  }
}
