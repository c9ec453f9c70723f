import { CliError, type CliErrorParts } from './cli-error.ts';

/** The account is out of balance, in the service's own words. */
export class BalanceError extends CliError {
  override readonly name = 'BalanceError';

  constructor(parts: CliErrorParts) {
    super('outOfBalance', parts);
  }
}
