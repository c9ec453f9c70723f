import { durationWord, parseDurationMs } from '../duration.ts';

/** The number that was probably meant by a text that is none or is out of bounds; `usual` where nothing can be guessed. */
export function likelyInteger(
  text: string,
  { least, most, usual }: { least: number; most: number; usual: number },
): number {
  const whole = text.trim() === '' ? Number.NaN : Number(text);
  const begun = Number.isNaN(whole) ? Number.parseFloat(text.replace(/^[^\d-]+/, '')) : whole;
  const wanted = Number.isFinite(begun) ? Math.round(begun) : usual;
  return Math.min(Math.max(wanted, least), most);
}

/** The units of durations, with the other ways to write them. */
const units: [unit: string, names: RegExp][] = [
  ['ms', /^(ms|msecs?|millis|milliseconds?)$/i],
  ['s', /^(s|secs?|seconds?)$/i],
  ['m', /^(m|mins?|minutes?)$/i],
  ['h', /^(h|hrs?|hours?)$/i],
  ['d', /^(d|days?)$/i],
  ['w', /^(w|wks?|weeks?)$/i],
];

/** What was probably meant by a duration that can't be read: `5` is 5 of `unit`, and `1 hour 30 min` is 1h30m. Undefined where it has no number. */
export function likelyDuration(text: string, unit: 's' | 'd'): string | undefined {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]*)/gi)].map(
    ([, number = '', name = '']) => `${number}${units.find(([, names]) => names.test(name))?.[0] ?? unit}`,
  );
  const together = parseDurationMs(parts.join(''));
  const first = parts[0] === undefined ? undefined : parseDurationMs(parts[0]);
  const ms = together ?? first;
  return ms === undefined ? undefined : durationWord(ms);
}
