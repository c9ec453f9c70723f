import { backoffDelayMs, type RetryRoute, startsJobs } from '../../service/retries/retry.ts';

/** A 429, and the request that it answers. */
interface Refusal {
  /** When the request was sent, on the monotonic clock. Unit: ms. */
  sentMs: number;
  /** On the monotonic clock. Unit: ms. */
  nowMs: number;
  /** How long the answer asks to wait; undefined where it does not say. Unit: ms. */
  retryAfterMs: number | undefined;
}

/**
 * Decides how long an account holds back after a 429, and how it begins again. A 429 slows every request of its kind. Submits
 * are one kind and all others another, because one learns by looking at jobs that there is room for another submit.
 *
 * When a pause is over, the waiting requests don't all go out at once, which would only bring the next 429: one request goes
 * first, and each answer lets one more be under way. It costs a few round trips after a pause, and finds out what the service
 * bears; spreading the requests over time would need to know that beforehand.
 */
export interface RateGate {
  /**
   * Closes the gate for as long as a 429 asks, but at least for a random time that doubles with each pause in a row. Returns
   * the time until it opens. Unit: ms.
   */
  refused(route: RetryRoute, refusal: Refusal): number;
  /**
   * Notes an answer that is no request to wait. An answer to a request from before the pause does not count: it says nothing
   * about the time after it.
   */
  answered(route: RetryRoute, sentMs: number): void;
  /** Time until requests of this kind may go out. Unit: ms. */
  waitMs(route: RetryRoute, nowMs: number): number;
  /** How many requests of this kind may be under way at once. */
  atOnceMost(route: RetryRoute): number;
  /** Takes a place among those of this kind that are under way, whether there is one or not. */
  enter(route: RetryRoute): void;
  /**
   * Takes a place in turn; the first that came is the first to go. Through a closed gate none leaves, and so none waits its turn.
   * Rejects with the signal's reason, and then without a place.
   */
  enterInTurn(route: RetryRoute, nowMs: number, signal: AbortSignal | undefined): Promise<void>;
  /** Gives a place back. */
  leave(route: RetryRoute): void;
}

/** There are as many sockets to a service. More looks would bring nothing, and more submits only more 429s at the end of a search. */
export const requestsAtOnce = 8;

interface Pace {
  underWay: number;
  /** Those that wait for a place. */
  waiting: Set<() => void>;
  closedAtMs: number;
  closedUntilMs: number;
  pausesInARow: number;
  atOnceMost: number;
}

/** `random` is in [0, 1). */
export function createRateGate(random: () => number): RateGate {
  const paces = { submit: newPace(), other: newPace() };
  const paceOf = (route: RetryRoute): Pace => paces[startsJobs(route) ? 'submit' : 'other'];
  const waitMs = (route: RetryRoute, nowMs: number): number =>
    Math.max(0, paceOf(route).closedUntilMs - nowMs);
  return {
    refused(route, { sentMs, nowMs, retryAfterMs = 0 }) {
      const pace = paceOf(route);
      // Several requests may have been under way when the first was refused; their refusals tell nothing new.
      const isNewPause = sentMs > pace.closedAtMs;
      if (isNewPause) {
        pace.pausesInARow += 1;
        pace.closedAtMs = nowMs;
        pace.atOnceMost = 1;
      }
      const ownMs = isNewPause ? backoffDelayMs(pace.pausesInARow, random) : 0;
      pace.closedUntilMs = Math.max(pace.closedUntilMs, nowMs + Math.max(ownMs, retryAfterMs));
      // A sum of fractions may be a billionth less than what was asked, and would be told as 0.9 s.
      return Math.round((pace.closedUntilMs - nowMs) * 1_000) / 1_000;
    },
    answered(route, sentMs) {
      const pace = paceOf(route);
      if (sentMs <= pace.closedAtMs) return;
      pace.pausesInARow = 0;
      pace.atOnceMost += 1;
      handOut(pace);
    },
    waitMs,
    atOnceMost: (route) => Math.min(requestsAtOnce, paceOf(route).atOnceMost),
    enter(route) {
      paceOf(route).underWay += 1;
    },
    async enterInTurn(route, nowMs, signal) {
      const pace = paceOf(route);
      signal?.throwIfAborted();
      if (waitMs(route, nowMs) > 0) pace.underWay += 1;
      else await turnOf(pace, signal);
    },
    leave(route) {
      const pace = paceOf(route);
      pace.underWay -= 1;
      handOut(pace);
    },
  };
}

/** Resolves with a place, in turn. */
function turnOf(pace: Pace, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      pace.waiting.delete(go);
      reject(signal?.reason);
    };
    const go = (): void => {
      signal?.removeEventListener('abort', giveUp);
      resolve();
    };
    signal?.addEventListener('abort', giveUp, { once: true });
    pace.waiting.add(go);
    handOut(pace);
  });
}

/** Gives those who wait the places that there are. */
function handOut(pace: Pace): void {
  for (const go of pace.waiting) {
    if (pace.underWay >= pace.atOnceMost) return;
    pace.waiting.delete(go);
    pace.underWay += 1;
    go();
  }
}

function newPace(): Pace {
  return {
    underWay: 0,
    waiting: new Set(),
    closedAtMs: Number.NEGATIVE_INFINITY,
    closedUntilMs: 0,
    pausesInARow: 0,
    atOnceMost: Number.POSITIVE_INFINITY,
  };
}

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
