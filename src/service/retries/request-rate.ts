/** At most `count` requests in any stretch of `windowMs` milliseconds. */
export interface RequestRate {
  count: number;
  windowMs: number;
}

/** The times that a rate is said over, by each word that they go by; the shortest word comes first. Unit: ms. */
const windows = [
  [1_000, ['s', 'sec', 'second']],
  [60_000, ['min', 'm', 'minute']],
  [3_600_000, ['h', 'hour']],
] as const;

/** More would be no limit that a test could meet, and each counted request is remembered until its window is over. */
export const rateCountMost = 100_000;

const ratePattern = /^(\d{1,6})\/(\d{1,5})?([a-z]+)$/;

/** Reads a rate as it is typed: `10/s`, `100/min`, `5/10s`, `1000/h`; undefined for anything else, and for no request at all. */
export function parseRequestRate(text: string): RequestRate | undefined {
  const [, count = '', times = '1', word] = ratePattern.exec(text.toLowerCase()) ?? [];
  const unitMs = windows.find(([, words]) => words.some((known) => known === word))?.[0];
  const rate = { count: Number(count), windowMs: Number(times) * (unitMs ?? 0) };
  return rate.count >= 1 && rate.count <= rateCountMost && rate.windowMs > 0 ? rate : undefined;
}

/** A rate as {@link parseRequestRate} reads it, over the longest time that has it whole. */
export function requestRateWord({ count, windowMs }: RequestRate): string {
  const [unitMs, [word]] = windows.findLast(([ms]) => windowMs % ms === 0) ?? windows[0];
  return `${count}/${windowMs === unitMs ? '' : windowMs / unitMs}${word}`;
}
