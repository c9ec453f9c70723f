/** Another process held a lock for longer than this one was willing to wait. */
export class LockTimeoutError extends Error {
  override readonly name = 'LockTimeoutError';
  readonly code = 'ELOCKED';
  readonly path: string;
  readonly waitedMs: number;

  constructor(parts: { path: string; holder: string; waitedMs: number }) {
    super(`${parts.path} is locked by ${parts.holder}; waited ${Math.round(parts.waitedMs)} ms`);
    this.path = parts.path;
    this.waitedMs = parts.waitedMs;
  }
}
