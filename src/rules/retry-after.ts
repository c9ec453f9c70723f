/** The longest that a timer takes; a larger number fires at once. Unit: ms. */
export const timerMsMost = 2 ** 31 - 1;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const clockTime = String.raw`(\d{2}):(\d{2}):(\d{2})`;
/** The form to send: `Sun, 06 Nov 1994 08:49:37 GMT`. */
const fixedDate = new RegExp(
  String.raw`^(?:mon|tue|wed|thu|fri|sat|sun), (\d{2}) ([a-z]{3}) (\d{4}) ${clockTime} GMT$`,
  'i',
);
/** Obsolete: `Sunday, 06-Nov-94 08:49:37 GMT`. */
const longDate = new RegExp(
  String.raw`^(?:mon|tues|wednes|thurs|fri|satur|sun)day, (\d{2})-([a-z]{3})-(\d{2}) ${clockTime} GMT$`,
  'i',
);
/** Obsolete: `Sun Nov  6 08:49:37 1994`. */
const asctimeDate = new RegExp(
  String.raw`^(?:mon|tue|wed|thu|fri|sat|sun) ([a-z]{3}) ([ \d]\d) ${clockTime} (\d{4})$`,
  'i',
);

/**
 * Reads a Retry-After header: digits (seconds) or one of the three HTTP dates, nothing else. Unit: ms.
 *
 * Undefined where the header is absent, empty, negative, a fraction or a word: nothing was asked then. A date that has
 * passed is 0. A time longer than a timer takes (about 24.8 days) reads as that longest time; `nextAttempt` gives up on
 * anything over a day.
 * @see RFC 9110 §10.2.3, §5.6.7
 */
export function parseRetryAfterMs(value: string | undefined, nowMs: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, timerMsMost);
  const atMs = httpDateMs(text, nowMs);
  return atMs === undefined ? undefined : Math.min(Math.max(0, atMs - nowMs), timerMsMost);
}

/** Milliseconds since 1970 of an HTTP date, or undefined for anything else. @see RFC 9110 §5.6.7 */
function httpDateMs(text: string, nowMs: number): number | undefined {
  const fixed = fixedDate.exec(text);
  if (fixed !== null) return dateMs(fixed[3], fixed[2], fixed[1], fixed.slice(4));
  const long = longDate.exec(text);
  if (long !== null) return dateMs(fullYear(Number(long[3]), nowMs), long[2], long[1], long.slice(4));
  const asctime = asctimeDate.exec(text);
  return asctime === null
    ? undefined
    : dateMs(asctime[6], asctime[1], asctime[2]?.trim(), asctime.slice(3, 6));
}

/** A two-digit year means the past century where it would otherwise lie more than 50 years ahead. @see RFC 9110 §5.6.7 */
function fullYear(twoDigits: number, nowMs: number): string {
  const thisYear = new Date(nowMs).getUTCFullYear();
  const candidate = thisYear - (thisYear % 100) + twoDigits;
  return String(candidate > thisYear + 50 ? candidate - 100 : candidate);
}

function dateMs(
  year: string | undefined,
  monthName: string | undefined,
  day: string | undefined,
  time: readonly (string | undefined)[],
): number | undefined {
  const month = months.indexOf(monthName?.toLowerCase() ?? '');
  const [hour, minute, second] = time.map(Number);
  if (month < 0 || hour === undefined || minute === undefined || second === undefined) return undefined;
  if (hour > 23 || minute > 59 || second > 60) return undefined;
  const atMs = Date.UTC(Number(year), month, Number(day), hour, minute, second);
  return new Date(atMs).getUTCDate() === Number(day) || second === 60 ? atMs : undefined;
}
