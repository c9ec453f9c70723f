import { durationWord, parseDurationMs } from './duration.ts';

/** Tells whether a value can follow a flag that takes any word; what begins with a dash is the next flag. */
export function isFlagWord(text: string): boolean {
  return text.trim() !== '' && !text.startsWith('-');
}

/** Tells whether a text is a number in digits, as flags read one. */
export function isFlagNumber(text: string): boolean {
  return /^-?\d{1,15}(\.\d{1,15})?$/.test(text);
}

/** The whole number that a text is in another spelling: `5.0`, `+5`, ` 5 `. Undefined for any other text: `1.000` may be a thousand. */
export function likelyInteger(
  text: string,
  { least, most }: { least: number; most: number },
): number | undefined {
  const [, digits] = /^\+?(-?\d{1,15})(?:\.(?:0{1,2}|0{4,}))?$/.exec(text.trim()) ?? [];
  const number = Number(digits ?? Number.NaN);
  return number >= least && number <= most ? number : undefined;
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

/** The unit of a number without one, by the unit of the number before it. */
const smallerUnit: ReadonlyMap<string, string> = new Map([
  ['h', 'm'],
  ['m', 's'],
]);

/**
 * The word for a duration that is written otherwise: `5` is 5 of `unit`, and `1 hour 30 min` is 1h30m. A last number without a unit is of
 * the next smaller one: `1h30` is 1h30m. Undefined for any other text.
 */
export function likelyDuration(text: string, unit: 's' | 'd'): string | undefined {
  if (!/^\s*(\d+(\.\d+)?\s*[a-z]*\s*)+$/i.test(text)) return undefined;
  let before: string | undefined;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]*)/gi)].map(([, number = '', name = '']) => {
    const bare = before === undefined ? unit : smallerUnit.get(before);
    before = name === '' ? bare : units.find(([, names]) => names.test(name))?.[0];
    return before === undefined ? undefined : `${number}${before}`;
  });
  const ms = parts.includes(undefined) ? undefined : parseDurationMs(parts.join(''));
  return ms === undefined ? undefined : durationWord(ms);
}
