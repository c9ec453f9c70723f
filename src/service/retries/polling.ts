import { type RequestRoute, requestRoutes } from '../request-route.ts';
import { timerMsMost } from './retry-after.ts';

export interface PollAsk {
  /** The route by which the job was submitted. */
  route: RequestRoute;
  /** `retry_after` of the job. Unit: s. */
  bodySeconds: number | undefined;
  /** The Retry-After header. Unit: ms. */
  headerMs: number | undefined;
  /** The least that the caller wants (`--interval`). Unit: ms. */
  floorMs: number;
}

/**
 * Time to wait before a job is looked at again: the longer of what its body and its header ask, and never less than the
 * floor. Zero, negative numbers and NaN count as not asked; where neither asks, the route's usual time applies. A timer fires at once
 * when its time is too large, so the result is capped at the longest it takes (24.8 days). Unit: ms.
 * @see service document §2.1, §4.2, §4.5
 */
export function pollDelayMs({ route, bodySeconds, headerMs, floorMs }: PollAsk): number {
  const asked = Math.max(sensible((bodySeconds ?? 0) * 1000), sensible(headerMs ?? 0));
  const wantedMs = asked === 0 ? requestRoutes[route].pollSeconds * 1_000 : asked;
  return Math.min(Math.max(wantedMs, sensible(floorMs)), timerMsMost);
}

/**
 * Time before the first look at a job whose last answer arrived `seenMsAgo`: what is left of that answer's `retry_after`, or 0
 * where it had none. An answer from the future counts as new: the clock was set back since. Unit: ms.
 */
export function firstLookDelayMs(bodySeconds: number | undefined, seenMsAgo: number): number {
  const askedMs = Math.min(sensible((bodySeconds ?? 0) * 1000), timerMsMost);
  return Math.max(0, askedMs - sensible(seenMsAgo));
}

/** The time that was asked for; 0 for NaN and negative numbers, which ask for nothing. */
function sensible(ms: number): number {
  return Number.isNaN(ms) ? 0 : Math.max(ms, 0);
}
