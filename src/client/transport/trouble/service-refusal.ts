import type { WireError } from '../../../contract/wire-error.ts';
import type { SubmitRefusal } from '../../../rules/settling-refusal.ts';

/** The service's own words, with secrets removed, as the cause of the error that stands for its refusal. */
export class ServiceRefusal extends Error {
  override readonly name = 'ServiceRefusal';
  readonly status: number;
  readonly enveloped: boolean;
  readonly wire: WireError;

  constructor({ status, enveloped, wire }: SubmitRefusal) {
    super(wire.message ?? `The service answered ${status}`);
    this.status = status;
    this.enveloped = enveloped;
    this.wire = wire;
  }
}
