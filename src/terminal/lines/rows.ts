import type { Look } from '../../text/look.ts';
import { safeLine } from '../../text/safe-text.ts';
import { cutToWidth, padToWidth, textWidth } from '../../text/text-width.ts';

/** A row of a list. Of a long list its words are worked out for a row on the screen alone, and search ignores them. */
export interface ListRow {
  name: string;
  /** Words beside the name. */
  detail?: (() => string) | undefined;
  /** Words below the list, while the arrow is at this row. */
  says?: (() => string) | undefined;
}

/** The number of rows on the screen at once, where it is high enough. */
export const rowsMost = 9;

/** The place of the arrow while it is at no row. */
export const unchosen = -1;

/** The next place of the arrow. Single steps wrap around at the ends; pages stop there. From no row a step goes to an end. */
export function nextPlace(active: number, step: number, count: number): number {
  if (count === 0) return active;
  if (active === unchosen) return step > 0 ? 0 : count - 1;
  if (Math.abs(step) > 1) return Math.max(0, Math.min(active + step, count - 1));
  return (active + step + count) % count;
}

/** So many rows decide the width of the names, and have all their words searched: to do that for thousands at every key would be felt. */
const lookedAtMost = 200;

/** Width of the names. Unit: columns. */
export function namesWidth(rows: readonly ListRow[]): number {
  return Math.max(0, ...rows.slice(0, lookedAtMost).map(({ name }) => textWidth(safeLine(name))));
}

/** A drawn row: one line that is no wider than the screen. */
export function rowText(
  row: ListRow,
  { isActive, look, widest }: { isActive: boolean; look: Look; widest: number },
): string {
  const { colors, symbols } = look;
  const room = look.columns - 3;
  const name = cutToWidth(safeLine(row.name.slice(0, 4 * look.columns)), room, symbols.ellipsis);
  const padding = padToWidth(name, Math.min(widest, Math.floor((room * 2) / 3))).slice(name.length);
  const left = room - textWidth(name + padding) - 2;
  const detail = left < 4 ? '' : cutToWidth(safeLine(row.detail?.() ?? ''), left, symbols.ellipsis);
  const shown = isActive ? `${colors.accent(symbols.arrow)} ${colors.accent(name)}` : `  ${name}`;
  return detail === '' ? shown : `${shown}${padding}  ${colors.dim(detail)}`;
}

/**
 * A search of these rows. Its answer to what is typed is the places of the rows that contain every typed word; those whose name
 * begins with the typed text come first.
 */
export function searchOf(rows: readonly ListRow[]): (typed: string) => readonly number[] {
  const all = rows.map((_, place) => place);
  // The texts are put in lower case once, not at every key.
  let lowered: readonly { name: string; text: string }[] | undefined;
  return (typed) => {
    const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return all;
    lowered ??= rows.map(({ name, detail, says }) => {
      const seen = rows.length > lookedAtMost ? [] : [detail?.(), says?.()];
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
