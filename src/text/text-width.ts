import { eastAsianWidth } from 'get-east-asian-width';
import { charactersOf } from './characters.ts';
import { wrapWords } from './wrap-words.ts';

/**
 * Matches Latin, Greek and Cyrillic letters and our own symbols, which are one column wide: no segmenter has to be loaded for
 * them.
 */
const narrow =
  /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2190-\u2193\u25cb\u25cf\u2713\u2717\u2800-\u28ff]*$/;

/** How many UTF-16 units are read for each column of a cut text: an emoji of a family takes 11 for its two columns. */
const unitsPerColumn = 16;

/**
 * How many columns a text takes: two for East Asian wide characters and emoji, none for marks. The text must hold no escape
 * sequences.
 */
export function textWidth(text: string): number {
  if (narrow.test(text)) return text.length;
  return charactersOf(text).reduce((sum, character) => sum + characterWidth(character), 0);
}

/** Cuts a text so that it fits with the ellipsis. Never wider than the given columns. */
export function cutToWidth(text: string, columns: number, ellipsis: string): string {
  // A prompt may have 100,000 characters while a cell shows a few, so the rest is not even measured.
  const head = text.slice(0, unitsPerColumn * columns + 64);
  if (head.length === text.length && textWidth(text) <= columns) return text;
  if (columns < textWidth(ellipsis)) return '';
  let left = columns - textWidth(ellipsis);
  // Most prompts are narrow as far as they are shown; what follows the cut may be no mark of its last letter.
  if (narrow.test(head.slice(0, left + 1))) return `${head.slice(0, left).trimEnd()}${ellipsis}`;
  let kept = '';
  for (const character of charactersOf(head)) {
    left -= characterWidth(character);
    if (left < 0) break;
    kept += character;
  }
  return `${kept.trimEnd()}${ellipsis}`;
}

export function padToWidth(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - textWidth(text)));
}

/** Breaks a text into lines between its words, as wide as a terminal draws them. */
export function wrapText(text: string, columns: number): string[] {
  return wrapWords(text, columns, textWidth);
}

/** Its patterns are made where a text is not narrow: with properties of Unicode that takes as long as to read a file. */
function characterWidth(character: string): number {
  if (/\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|^[0-9#*]\uFE0F?\u20E3/u.test(character))
    return 2;
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x20 || /^[\p{M}\p{Cf}]+$/u.test(character)) return 0;
  return eastAsianWidth(point);
}
