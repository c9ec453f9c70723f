/** A file whose bytes make no sense was set aside. It can be thrown, or its message shown and work go on. */
export class TornFileError extends Error {
  override readonly name = 'TornFileError';
  readonly code = 'ETORN';
  /** Where the bytes are now. */
  readonly path: string;
  /** What was wrong with them. */
  readonly reason: string;

  constructor(parts: { was: string; path: string; reason: string }) {
    super(`${parts.was} is torn (${parts.reason}); it was set aside as ${parts.path}`);
    this.path = parts.path;
    this.reason = parts.reason;
  }
}
