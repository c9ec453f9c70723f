/**
 * The service asks to hold back, and the call is not waited for where it was refused: whoever asked for it has other things
 * to do until then. It is no failure of the call.
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
