/** Time as the client sees it; passed in, so that no test waits. */
export interface Clock {
  /** Wall clock, for time stamps and HTTP dates. Unit: ms since 1970. */
  nowMs(): number;
  /** A clock that is never set back, for intervals and deadlines. Unit: ms. */
  monotonicMs(): number;
  /** Resolves after that time, or at once when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Sleeps, and throws the signal's reason when it was cut short. Unit: ms. */
export async function sleepOrThrow(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  if (ms > 0) await clock.sleep(ms, signal);
  signal?.throwIfAborted();
}
