import type { RequestRate } from '../../service/retries/request-rate.ts';

/** Counts the requests of accounts over a time that moves on with the clock. */
export interface RequestCounter {
  /**
   * Counts a request where it is within the rate, and returns 0. Else it is not counted, and the result is the time until the
   * next one is. Unit: ms.
   */
  waitMs(accountId: string, rate: RequestRate, nowMs: number): number;
  forget(accountId: string): void;
}

/** From so many accounts on, those whose window is over are forgotten. */
const accountsKept = 1_000;

/** Remembers the moments of the requests in each account's window, at most as many as its rate allows. */
export function createRequestCounter(): RequestCounter {
  const counted = new Map<string, CountedRequests>();
  return {
    waitMs(accountId, rate, nowMs) {
      let requests = counted.get(accountId);
      if (requests === undefined) {
        if (counted.size >= accountsKept) forgetQuiet(counted, nowMs);
        requests = countedRequests(rate);
        counted.set(accountId, requests);
      }
      return requests.waitMs(nowMs);
    },
    forget: (accountId) => void counted.delete(accountId),
  };
}

interface CountedRequests {
  waitMs(nowMs: number): number;
  isQuiet(nowMs: number): boolean;
}

/** The latest moments in a ring: the request before `count` others is where the next one goes. */
function countedRequests({ count, windowMs }: RequestRate): CountedRequests {
  const moments: number[] = [];
  let next = 0;
  let latest = Number.NEGATIVE_INFINITY;
  return {
    waitMs(nowMs) {
      const earlier = moments[next] ?? Number.NEGATIVE_INFINITY;
      // A clock that was set back makes the whole window wait, and no longer.
      const waitMs = Math.min(earlier + windowMs - nowMs, windowMs);
      if (waitMs > 0) return waitMs;
      moments[next] = nowMs;
      next = (next + 1) % count;
      latest = nowMs;
      return 0;
    },
    isQuiet: (nowMs) => latest + windowMs < nowMs,
  };
}

function forgetQuiet(counted: Map<string, CountedRequests>, nowMs: number): void {
  for (const [accountId, requests] of counted) {
    if (requests.isQuiet(nowMs)) counted.delete(accountId);
  }
}
