/**
 * The service asks the account to hold back, and the caller has other things to do until then: so the call is handed back
 * instead of waiting. The call has not failed.
 */
export class HeldBackError extends Error {
  override readonly name = 'HeldBackError';
  /** On the monotonic clock. Unit: ms. */
  readonly untilMs: number;

  constructor(untilMs: number) {
    super('The account is asked to hold back');
    this.untilMs = untilMs;
  }
}
