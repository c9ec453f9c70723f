import { backoffDelayMs, type RetryRoute, startsJobs } from '../../service/retries/retry.ts';
import { createSemaphore, type Semaphore } from './semaphore.ts';

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
  /** How many requests of this kind may be under way at once; infinity where nothing was refused. */
  atOnceMost(route: RetryRoute): number;
  /** Those of this kind that are under way. */
  places(route: RetryRoute): Semaphore;
}

interface Pace {
  places: Semaphore;
  closedAtMs: number;
  closedUntilMs: number;
  pausesInARow: number;
  atOnceMost: number;
}

/** `random` is in [0, 1). */
export function createRateGate(random: () => number): RateGate {
  const paces = { submit: newPace(), other: newPace() };
  const paceOf = (route: RetryRoute): Pace => paces[startsJobs(route) ? 'submit' : 'other'];
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
      pace.places.handOut();
    },
    waitMs: (route, nowMs) => Math.max(0, paceOf(route).closedUntilMs - nowMs),
    atOnceMost: (route) => paceOf(route).atOnceMost,
    places: (route) => paceOf(route).places,
  };
}

function newPace(): Pace {
  const pace: Pace = {
    places: createSemaphore(() => pace.atOnceMost),
    closedAtMs: Number.NEGATIVE_INFINITY,
    closedUntilMs: 0,
    pausesInARow: 0,
    atOnceMost: Number.POSITIVE_INFINITY,
  };
  return pace;
}
