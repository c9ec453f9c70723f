/** Facts of an answer about its sender's time. */
export interface DatedAnswer {
  /** The Date header: whole seconds. */
  date: string | undefined;
  /** The Age header of a cache: s since that date. */
  age?: string | undefined;
  /** From sending the request to the begin of the answer. Unit: ms. */
  tookMs: number;
}

/** The sender's time when its answer arrived lies between these. Unit: ms since 1970. */
export interface TimeBounds {
  leastMs: number;
  mostMs: number;
}

/** A clock that is off by more than this is told. Unit: ms. */
export const harmlessSkewMs = 60_000;

/** The time of whoever sent an answer; undefined where the answer has no date. */
export function timeBounds({ age, date, tookMs }: DatedAnswer): TimeBounds | undefined {
  const dateMs = Date.parse(date ?? '');
  if (Number.isNaN(dateMs)) return undefined;
  const leastMs = dateMs + (/^\d{1,9}$/.test(age ?? '') ? Number(age) * 1_000 : 0);
  // The header leaves out the fraction of its second, and may have been written as the request arrived.
  return { leastMs, mostMs: leastMs + 1_000 + tookMs };
}

/** The time by a clock, or the next one that the bounds allow: a clock that may be right is not corrected. Unit: ms since 1970. */
export function withinBounds(nowMs: number, { leastMs, mostMs }: TimeBounds): number {
  return Math.min(Math.max(nowMs, leastMs), mostMs);
}
