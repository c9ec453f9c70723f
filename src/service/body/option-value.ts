import type { SchemaField } from '../../schema/input-field.ts';
import { isFlagWord } from '../../text/typed-value.ts';
import { type OptionName, optionRow } from '../options.ts';

/** Tells whether what was typed equals a listed value in one way of writing it. */
type Sameness = (typed: unknown, listed: unknown) => boolean;

/**
 * The value that a field takes for what was typed. The typed value is taken as it is where that fits. Else the one listed value is
 * taken that says it in other letters (`720P`, `"5s"`, `16x9`, `"on"`). Else the typed value is taken as a text or a number, where
 * the field takes just that. What has no such value stays as it was typed, for the checks to name.
 *
 * @param listedOnly whether values that the schema does not list are left alone: where the document says how they are written.
 */
export function fittedValue(
  option: OptionName,
  typed: unknown,
  field: SchemaField,
  { listedOnly = false } = {},
): unknown {
  if (field.fits(typed)) return typed;
  const listed = listedValue(option, typed, field.listed, (value) => field.fits(value));
  if (listed !== undefined || field.listed.length > 0 || listedOnly) return listed ?? typed;
  return otherTypes(option, typed, field).find((value) => field.fits(value)) ?? typed;
}

/** The words after an option's flag for a value that a model lists: `5` for `"5s"`; undefined where no flag says it. */
export function typedValue(option: string, value: unknown): string | undefined {
  if (option === 'duration') return secondsOf(value);
  return isFlagWord(String(value)) ? String(value) : undefined;
}

/** The one of some values that says the same as what was typed; undefined where none does, or more than one. */
export function listedValue(
  option: OptionName,
  typed: unknown,
  values: readonly unknown[],
  isTaken: (value: unknown) => boolean = () => true,
): unknown {
  for (const isSame of [inWords, inLetters, ...meaningsOf(option)]) {
    const same = values.filter((value) => isSame(typed, value)).filter(isTaken);
    if (same.length > 0) return same.length === 1 ? same[0] : undefined;
  }
  return undefined;
}

/** `5` and `"5"`. */
function inWords(typed: unknown, listed: unknown): boolean {
  return String(typed) === String(listed);
}

/** `720P` and `720p`. */
function inLetters(typed: unknown, listed: unknown): boolean {
  return String(typed).toLowerCase() === String(listed).trim().toLowerCase();
}

/** Comparisons of an option's values by their meaning, the closest likeness first. */
function meaningsOf(option: OptionName): readonly Sameness[] {
  return optionRow(option).takes === 'true or false' ? [sameBy(truthOf)] : (meanings[option] ?? []);
}

const meanings: Partial<Record<OptionName, readonly Sameness[]>> = {
  resolution: [sameBy(linesOf)],
  duration: [sameBy(secondsOf)],
  ratio: [sameBy(sidesOf), isSameShape],
  output_format: [sameBy(containerOf)],
};

function sameBy(read: (value: unknown) => string | undefined): Sameness {
  return (typed, listed) => {
    const meant = read(typed);
    return meant !== undefined && meant === read(listed);
  };
}

/** The lines of `720p`, `720` and 720. */
export function linesOf(value: unknown): string | undefined {
  return /^(\d{3,4})p?$/i.exec(String(value).trim())?.[1];
}

/** The seconds of 5, `5s` and `5 seconds`. */
export function secondsOf(value: unknown): string | undefined {
  const [, number] = /^(-?\d+(?:\.\d+)?)\s*(?:s|secs?|seconds?)?$/i.exec(String(value).trim()) ?? [];
  return number === undefined ? undefined : String(Number(number));
}

/** A length as it was typed without its unit: `5` of `5s`. What is no number stays no number. */
export function withoutSeconds(text: string): string {
  return text.trim().replace(/(?<=\d)\s*(?:s|secs?|seconds?)$/i, '');
}

/** The two numbers of `16:9`, `16x9` and `landscape_16_9`; where a word says which way it lies, the longer side is that. */
export function sidesOf(value: unknown): string | undefined {
  const [, width, height] =
    /^(?:[a-z]+[\s_-])*(\d{1,5}(?:\.\d+)?)\s*[:x×/_-]\s*(\d{1,5}(?:\.\d+)?)(?:$|[\s_(-])/i.exec(
      String(value).trim(),
    ) ?? [];
  if (width === undefined) return undefined;
  const sides = [Number(width), Number(height)];
  if (/landscape/i.test(String(value))) sides.sort((one, other) => other - one);
  if (/portrait/i.test(String(value))) sides.sort((one, other) => one - other);
  return sides.join(':');
}

/** A shape that was typed, and a size of just that shape: 16:9 and `1280x720`. */
function isSameShape(typed: unknown, listed: unknown): boolean {
  const [shape, size] = [sidesOf(typed), sidesOf(listed)].map((sides) => sides?.split(':').map(Number));
  const [width = 0, height = 0] = shape ?? [];
  const [wide = 0, high = 0] = size ?? [];
  // A size typed in pixels asks for those pixels.
  return width > 0 && high > 0 && width < 100 && height < 100 && width * high === height * wide;
}

/** `mp4` of `video/mp4` and `.mp4`. */
function containerOf(value: unknown): string | undefined {
  return /^(?:(?:video|image)\/|\.)?([a-z0-9]+)$/i.exec(String(value).trim())?.[1]?.toLowerCase();
}

export function truthOf(value: unknown): string | undefined {
  const word = String(value).trim().toLowerCase();
  if (/^(true|on|yes|1|enabled?)$/.test(word)) return 'yes';
  return /^(false|off|no|0|disabled?)$/.test(word) ? 'no' : undefined;
}

/** The value as a text or a number; a length with its unit where the default of the field, or its pattern, ends in it. */
function otherTypes(option: OptionName, typed: unknown, field: SchemaField): unknown[] {
  if (typeof typed === 'number') {
    const hasUnit =
      option === 'duration' &&
      field.nodes.some(
        (node) => /^\d+(\.\d+)?s$/.test(String(node.default)) || /[^\\]s\$$/.test(String(node.pattern)),
      );
    return [hasUnit ? `${typed}s` : String(typed)];
  }
  return typeof typed === 'string' && /^\d{1,15}$/.test(typed) ? [Number(typed)] : [];
}
