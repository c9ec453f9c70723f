import { CliError, type CliErrorParts } from './cli-error.ts';

/** This machine stands in the way: ledger, disk, or a download that is not whole. */
export class MachineError extends CliError {
  override readonly name = 'MachineError';

  constructor(parts: CliErrorParts) {
    super('machine', parts);
  }
}
