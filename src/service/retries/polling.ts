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
 * Time to wait before a job is looked at again: what was asked, and never less than the floor. If nothing was asked, the route's usual
 * time applies. A timer fires at once if its time is too large, so the result is capped at the longest it takes (24.8 days). Unit: ms.
 * @see service document §2.1, §4.2, §4.5
 */
export function pollDelayMs({ route, floorMs, ...asked }: PollAsk): number {
  const askedMs = askedPollMs(asked);
  const wantedMs = askedMs === 0 ? requestRoutes[route].pollSeconds * 1_000 : askedMs;
  return Math.min(Math.max(wantedMs, positive(floorMs)), timerMsMost);
}

/**
 * The longer of what the body and the header of an answer ask to wait. Zero, negative numbers and NaN count as not asked, and a fraction of
 * a second as a whole one: a service that asks for a millisecond would be asked hundreds of times. Capped as a timer is. Unit: ms.
 */
export function askedPollMs({
  bodySeconds = 0,
  headerMs = 0,
}: Pick<PollAsk, 'bodySeconds' | 'headerMs'>): number {
  const seconds = Math.max(positive(bodySeconds), positive(headerMs) / 1000);
  return Math.min(Math.ceil(seconds) * 1000, timerMsMost);
}

/**
 * Time before the first look at a job whose last answer arrived `seenMsAgo`: what is left of that answer's `retry_after`, or 0
 * where it had none. An answer from the future counts as new: the clock was set back since. Unit: ms.
 */
export function firstLookDelayMs(bodySeconds: number | undefined, seenMsAgo: number): number {
  const askedMs = askedPollMs({ bodySeconds, headerMs: undefined });
  return Math.max(0, askedMs - positive(seenMsAgo));
}

/** The number itself if it is positive; 0 for NaN and negative numbers, which ask for nothing. */
function positive(value: number): number {
  return Number.isNaN(value) ? 0 : Math.max(value, 0);
}
