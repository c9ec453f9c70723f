import { type RequestRoute, requestRoutes } from '../contract/request-route.ts';
import { timerMsMost } from './retry-after.ts';

export interface PollAsk {
  /** The way that the job was made. */
  route: RequestRoute;
  /** `retry_after` of the job. Unit: s. */
  bodySeconds: number | undefined;
  /** The Retry-After header. Unit: ms. */
  headerMs: number | undefined;
  /** The least that the caller wants (`--interval`). Unit: ms. */
  floorMs: number;
}

/**
 * Time to wait before a job is looked at again: the longer of what its body and its header ask, never less than the
 * floor. Zero, negative and NaN ask nothing; where neither asks, it is the usual time of the way. What a timer can't take is the longest
 * it can, so that nothing asked is undercut: the wait's own time limit ends it. Unit: ms.
 * @see service document §2.1, §4.2, §4.5
 */
export function pollDelayMs({ route, bodySeconds, headerMs, floorMs }: PollAsk): number {
  const asked = Math.max(sensible((bodySeconds ?? 0) * 1000), sensible(headerMs ?? 0));
  const wantedMs = asked === 0 ? requestRoutes[route].pollSeconds * 1_000 : asked;
  return Math.min(Math.max(wantedMs, sensible(floorMs)), timerMsMost);
}

/**
 * Time before the first look at a job that an answer of `seenMsAgo` told of: what is left of the `retry_after` in it, and
 * nothing where it asked nothing. An answer from the future, which a clock that was set back makes of one, counts as new.
 * Unit: ms.
 */
export function firstLookDelayMs(bodySeconds: number | undefined, seenMsAgo: number): number {
  const askedMs = Math.min(sensible((bodySeconds ?? 0) * 1000), timerMsMost);
  return Math.max(0, askedMs - sensible(seenMsAgo));
}

/** The number, or 0 for one that asks nothing. */
function sensible(ms: number): number {
  return Number.isNaN(ms) ? 0 : Math.max(ms, 0);
}
