import { limits } from '../contract/limits.ts';
import { timerMsMost } from './retry-after.ts';

/** Time to the next look where the service asks nothing sensible; on v1, which asks nothing, 5 to 10 s are recommended. Unit: ms. */
const usualPollMs = { v1: limits.taskPollSeconds.least * 1_000, v2: 1_000 } as const;

export interface PollAsk {
  api: keyof typeof usualPollMs;
  /** `retry_after` of the job. Unit: s. */
  bodySeconds: number | undefined;
  /** The Retry-After header. Unit: ms. */
  headerMs: number | undefined;
  /** The least that the caller wants (`--interval`). Unit: ms. */
  floorMs: number;
}

/**
 * Time to wait before a job is looked at again: the longer of what its body and its header ask, never less than the
 * floor. Zero, negative and NaN ask nothing; where neither asks, it is the usual time. What a timer can't take is the longest
 * it can, so that nothing asked is undercut: the wait's own time limit ends it. Unit: ms.
 * @see service document §2.1, §4.2, §4.5
 */
export function pollDelayMs({ api, bodySeconds, headerMs, floorMs }: PollAsk): number {
  const asked = Math.max(sensible((bodySeconds ?? 0) * 1000), sensible(headerMs ?? 0));
  return Math.min(Math.max(asked === 0 ? usualPollMs[api] : asked, sensible(floorMs)), timerMsMost);
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
