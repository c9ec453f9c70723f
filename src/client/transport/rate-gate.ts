import { type RetryRoute, startsJobs } from '../../rules/retry.ts';

/**
 * Until when the service asked an account to hold back. One 429 slows every request of its kind: submits apart from the
 * rest, since looking at jobs is how one learns that there is room for another.
 */
export interface RateGate {
  close(route: RetryRoute, untilMs: number): void;
  /** Time until requests of this kind may go on. Unit: ms. */
  waitMs(route: RetryRoute, nowMs: number): number;
}

export function createRateGate(): RateGate {
  const closedUntilMs = { submit: 0, other: 0 };
  const kindOf = (route: RetryRoute) => (startsJobs(route) ? 'submit' : 'other');
  return {
    close(route, untilMs) {
      const kind = kindOf(route);
      closedUntilMs[kind] = Math.max(closedUntilMs[kind], untilMs);
    },
    waitMs: (route, nowMs) => Math.max(0, closedUntilMs[kindOf(route)] - nowMs),
  };
}
