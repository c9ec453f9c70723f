/** What an answer says of its sender's clock, and when it was under way by ours. Unit: ms since 1970. */
export interface DatedAnswer {
  /** The Date header: whole seconds. */
  date: string | undefined;
  /** The Age header of a cache: s since that date. */
  age: string | undefined;
  sentAtMs: number;
  receivedAtMs: number;
}

/** How far the sender's clock is ahead of ours, to about a second; undefined where the answer has no date. Unit: ms. */
export function clockSkewMs({ date, age, sentAtMs, receivedAtMs }: DatedAnswer): number | undefined {
  const dateMs = date === undefined ? Number.NaN : Date.parse(date);
  if (Number.isNaN(dateMs)) return undefined;
  const ageMs = /^\d{1,9}$/.test(age ?? '') ? Number(age) * 1000 : 0;
  // The header leaves out the fraction of its second: half of one, on average.
  return dateMs + ageMs + 500 - (sentAtMs + receivedAtMs) / 2;
}
