import type { Look } from '../../text/look.ts';
import { safeLine } from '../../text/safe-text.ts';
import { cutToWidth, padToWidth, textWidth } from '../../text/text-width.ts';

/** A row to pick. */
export interface PickRow {
  name: string;
  /** Words beside the name. Of a long list a function is called only for a row on the screen, and search ignores its words. */
  detail?: string | (() => string | undefined) | undefined;
  /** Words below the list, while the arrow is at this row; found as those beside it. */
  says?: string | (() => string | undefined) | undefined;
}

/** The first so many rows decide the width of the names: measuring thousands of names at every key would be felt. */
const measuredMost = 200;

/** A text, or the result of the function that makes it. */
export function workedOut(text: string | (() => string | undefined) | undefined): string | undefined {
  return typeof text === 'function' ? text() : text;
}

/** Width of the names. Unit: columns. */
export function namesWidth(rows: readonly PickRow[]): number {
  return Math.max(0, ...rows.slice(0, measuredMost).map(({ name }) => textWidth(safeLine(name))));
}

/** A drawn row: one line that is no wider than the screen. */
export function rowText(
  row: PickRow | undefined,
  { isActive, look, widest }: { isActive: boolean; look: Look; widest: number },
): string {
  const { colors, symbols } = look;
  if (row === undefined) return '';
  const room = look.columns - 3;
  const name = cutToWidth(safeLine(row.name.slice(0, 4 * look.columns)), room, symbols.ellipsis);
  const paddedName = padToWidth(name, Math.min(widest, Math.floor((room * 2) / 3)));
  const left = room - textWidth(paddedName) - 2;
  const beside = left < 4 ? '' : safeLine(workedOut(row.detail) ?? '');
  const detail = cutToWidth(beside, left, symbols.ellipsis);
  const cursor = isActive ? colors.accent(symbols.arrow) : ' ';
  const shown = isActive ? colors.accent(name) : name;
  if (detail === '') return `${cursor} ${shown}`;
  return `${cursor} ${shown}${paddedName.slice(name.length)}  ${colors.dim(detail)}`;
}

/**
 * A search of these rows. Its answer to what is typed is the places of the rows that contain every typed word; those whose name
 * begins with the typed text come first.
 */
export function searchOf(rows: readonly PickRow[]): (typed: string) => readonly number[] {
  const all = rows.map((_, place) => place);
  // The texts are put in lower case once, not at every key.
  let lowered: readonly { name: string; text: string }[] | undefined;
  return (typed) => {
    const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return all;
    lowered ??= rows.map(({ name, detail, says }) => {
      const seen = [detail, says].map((text) =>
        rows.length > measuredMost && typeof text === 'function' ? '' : workedOut(text),
      );
      return { name: name.toLowerCase(), text: [name, ...seen].join(' ').toLowerCase() };
    });
    const texts = lowered;
    const whole = typed.trim().toLowerCase();
    return all
      .filter((place) => words.every((word) => texts[place]?.text.includes(word)))
      .map((place) => ({ place, rank: rankOf(texts[place]?.name ?? '', whole) }))
      .sort((one, other) => one.rank - other.rank || one.place - other.place)
      .map(({ place }) => place);
  };
}

function rankOf(name: string, typed: string): number {
  if (name === typed) return 0;
  if (name.startsWith(typed)) return 1;
  return name.includes(typed) ? 2 : 3;
}
