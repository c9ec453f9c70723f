import { eastAsianWidth } from 'get-east-asian-width';

/** Latin, Greek and Cyrillic letters, and our own symbols: one column each, told without loading a segmenter. */
const narrow =
  /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2190-\u2193\u25cb\u25cf\u2713\u2717\u2800-\u28ff]*$/;
const drawnAsEmoji = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|^[0-9#*]\uFE0F?\u20E3/u;
const onlyMarks = /^[\p{M}\p{Cf}]+$/u;

/** Of what is cut, that many UTF-16 units a column are looked at: an emoji of a family takes 11 for its two columns. */
const unitsPerColumn = 16;

/**
 * Pieces that a text is taken apart in, each before a letter that begins a character of its own where there is one: for each
 * character a segmenter copies its whole input, which for a long text is a matter of gigabytes.
 */
const pieces = /.{128,512}?(?=[\x20-\x7e\u3041-\u9fff\uac00-\ud7a3])|.{1,512}/gsu;

let segmenter: Intl.Segmenter | undefined;

/** Columns that a text takes: two for East Asian wide characters and emoji, none for marks. No escape sequences in it. */
export function textWidth(text: string): number {
  if (narrow.test(text)) return text.length;
  return characters(text).reduce((sum, character) => sum + characterWidth(character), 0);
}

/** The text, or as much of its beginning as fits with the ellipsis. Never more columns than asked for. */
export function cutToWidth(text: string, columns: number, ellipsis: string): string {
  // A prompt may hold 100,000 characters, of which a cell shows a few: the rest is not even measured.
  const head = text.slice(0, unitsPerColumn * columns + 64);
  if (head.length === text.length && textWidth(text) <= columns) return text;
  if (columns < textWidth(ellipsis)) return '';
  let left = columns - textWidth(ellipsis);
  let kept = '';
  for (const character of characters(head)) {
    left -= characterWidth(character);
    if (left < 0) break;
    kept += character;
  }
  return `${kept.trimEnd()}${ellipsis}`;
}

export function padToWidth(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - textWidth(text)));
}

/** Breaks a text into lines between its words; a word longer than a line stays whole, so that it can be copied. */
export function wrapText(text: string, columns: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    if (textWidth(paragraph) <= columns) return [paragraph];
    const lines: string[] = [];
    for (const word of paragraph.split(/ +/)) {
      const last = lines.at(-1);
      if (last === undefined) lines.push(word);
      else if (textWidth(last) + 1 + textWidth(word) <= columns) lines[lines.length - 1] = `${last} ${word}`;
      else lines.push(word);
    }
    return lines;
  });
}

/** What a reader counts as characters: a letter with its marks, an emoji with its parts. */
function characters(text: string): string[] {
  segmenter ??= new Intl.Segmenter();
  const within = segmenter;
  return (text.match(pieces) ?? []).flatMap((piece) =>
    Array.from(within.segment(piece), ({ segment }) => segment),
  );
}

function characterWidth(character: string): number {
  if (drawnAsEmoji.test(character)) return 2;
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x20 || onlyMarks.test(character)) return 0;
  return eastAsianWidth(point);
}
