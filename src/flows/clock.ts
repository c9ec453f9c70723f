/** Time as a use case sees it; passed in, so that no test waits. */
export interface Clock {
  /** Wall clock, for time stamps. Unit: ms since 1970. */
  nowMs(): number;
  /** Never set back; for intervals and deadlines. Unit: ms. */
  monotonicMs(): number;
  /** Resolves after that time, or at once (without throwing) when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
