/** A limit that all retries of a process share, so that an outage is not answered with a storm. */
export interface RetryBudget {
  /** Reserves the next retry and returns how long to wait for it. Unit: ms. */
  reserveMs(nowMs: number): number;
}

/** How many retries may happen at once, and how long each takes to come back. Unit of time: ms. */
const burst = 16;
const refillMs = 250;

/** Allows sixteen retries at once, then four a second. Further ones wait their turn; none is refused. */
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
