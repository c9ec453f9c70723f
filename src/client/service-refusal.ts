import type { WireError } from '../contract/wire-error.ts';
import { CliError } from '../errors/cli-error.ts';

/** The service's own words, as the cause of the error that stands for them. Secrets are out of them. */
export class ServiceRefusal extends Error {
  override readonly name = 'ServiceRefusal';
  readonly status: number;
  readonly wire: WireError;

  constructor(status: number, wire: WireError) {
    super(wire.message ?? `The service answered ${status}`);
    this.status = status;
    this.wire = wire;
  }
}

/**
 * The definite refusal behind an error of a call: the service answered, and nothing was started. Undefined for whatever
 * leaves that open.
 */
export function refusalOf(error: unknown): ServiceRefusal | undefined {
  const isOpen =
    !(error instanceof CliError) || error.exit === 'outcomeUnknown' || error.exit === 'unreachable';
  return !isOpen && error.cause instanceof ServiceRefusal ? error.cause : undefined;
}
