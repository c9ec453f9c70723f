import { CliError, type CliErrorParts } from './cli-error.ts';

/** There is no key, or the service does not accept it for this. */
export class AuthError extends CliError {
  override readonly name = 'AuthError';

  constructor(parts: CliErrorParts) {
    super('unauthorized', parts);
  }
}
