/** What all retries of a process share, so that an outage is not answered with a storm. */
export interface RetryBudget {
  /** Takes the next place and says how long it is until then. Unit: ms. */
  reserveMs(nowMs: number): number;
}

/** Retries that may happen at once, and how fast that many come back. */
const burst = 16;
const refillMs = 250;

/** Sixteen retries at once, then four a second. What is over waits its turn; nothing is refused. */
export function createRetryBudget(): RetryBudget {
  /** When the budget is full again. On the monotonic clock; unit: ms. */
  let fullAtMs = Number.NEGATIVE_INFINITY;
  return {
    reserveMs(nowMs) {
      fullAtMs = Math.max(fullAtMs, nowMs) + refillMs;
      return Math.max(0, fullAtMs - nowMs - burst * refillMs);
    },
  };
}
