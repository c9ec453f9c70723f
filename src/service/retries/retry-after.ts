/** The longest that a timer takes; a larger number fires at once. Unit: ms. */
export const timerMsMost = 2 ** 31 - 1;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const clockTime = String.raw`(?<hour>\d{2}):(?<minute>\d{2}):(?<second>\d{2})`;
const shortDay = '(?:mon|tue|wed|thu|fri|sat|sun)';

/** The three forms of a date. @see RFC 9110 §5.6.7 */
const dateForms = [
  // The form to send: `Sun, 06 Nov 1994 08:49:37 GMT`.
  String.raw`${shortDay}, (?<day>\d{2}) (?<month>[a-z]{3}) (?<year>\d{4}) ${clockTime} GMT`,
  // Obsolete: `Sunday, 06-Nov-94 08:49:37 GMT`.
  String.raw`(?:mon|tues|wednes|thurs|fri|satur|sun)day, (?<day>\d{2})-(?<month>[a-z]{3})-(?<year>\d{2}) ${clockTime} GMT`,
  // Obsolete: `Sun Nov  6 08:49:37 1994`.
  String.raw`${shortDay} (?<month>[a-z]{3}) (?<day>[ \d]\d) ${clockTime} (?<year>\d{4})`,
].map((form) => new RegExp(`^${form}$`, 'i'));

/**
 * Reads a Retry-After header: seconds, of which a fraction is rounded up, or one of the three HTTP dates, nothing else. Unit: ms.
 *
 * Undefined where the header is absent, empty, negative or a word: nothing was asked then. A date that has
 * passed is 0. A time longer than a timer takes (about 24.8 days) reads as that longest time; `nextAttempt` gives up on
 * anything over a day.
 * @see RFC 9110 §10.2.3, §5.6.7
 */
export function parseRetryAfterMs(value: string | undefined, nowMs: number): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(Math.ceil(Number(text)) * 1000, timerMsMost);
  const atMs = httpDateMs(text, nowMs);
  return atMs === undefined ? undefined : Math.min(Math.max(0, atMs - nowMs), timerMsMost);
}

/** Milliseconds since 1970 of an HTTP date, or undefined for anything else. @see RFC 9110 §5.6.7 */
function httpDateMs(text: string, nowMs: number): number | undefined {
  const parts = dateForms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  if (parts === undefined) return undefined;
  const { day, hour, minute, second } = parts;
  const month = months.indexOf(parts.month?.toLowerCase() ?? '');
  if (month < 0 || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return undefined;
  const year = parts.year?.length === 2 ? fullYear(Number(parts.year), nowMs) : Number(parts.year);
  const atMs = Date.UTC(year, month, Number(day), Number(hour), Number(minute), Number(second));
  return new Date(atMs).getUTCDate() === Number(day) || Number(second) === 60 ? atMs : undefined;
}

/** A two-digit year means the past century where it would otherwise lie more than 50 years ahead. @see RFC 9110 §5.6.7 */
function fullYear(twoDigits: number, nowMs: number): number {
  const thisYear = new Date(nowMs).getUTCFullYear();
  const candidate = thisYear - (thisYear % 100) + twoDigits;
  return candidate > thisYear + 50 ? candidate - 100 : candidate;
}
