import { blockGlyph, type Glyph, glyphOf } from './font.ts';

/** One character's place in a line of text. */
export interface GlyphCell {
  glyph: Glyph;
  /** Whether it stands for a character that the font lacks. */
  foreign: boolean;
}

/** Words as cells, and the number of characters that the font lacks. */
export interface Lettering {
  words: GlyphCell[][];
  foreignCount: number;
}

/** What people usually type, and the characters for it that compatibility decomposition does not change. */
const typed = {
  "'": '‘’‚‹›',
  '"': '“”„«»',
  '-': '‐‒–—−',
  x: '×',
  '/': '÷⁄',
  '*': '•',
  '.': '·',
  '->': '→',
  '<-': '←',
  '!': '¡',
  '?': '¿',
  ss: 'ß',
  ae: 'æ',
  AE: 'Æ',
  oe: 'œ',
  OE: 'Œ',
  o: 'ø',
  O: 'Ø',
  d: 'đð',
  D: 'Đ',
  th: 'þ',
  Th: 'Þ',
  l: 'ł',
  L: 'Ł',
  i: 'ı',
};
const spelled = new Map(
  Object.entries(typed).flatMap(([ascii, characters]) => Array.from(characters, (one) => [one, ascii])),
);

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const stretches = /[!-~]+|[^!-~]{1,128}/gu;
const printable = /^[!-~]/;
const invisible = /[\p{Cc}\p{Cf}\p{Variation_Selector}]/gu;

/**
 * Text as cells of the 5x7 font, which has ASCII only. An accented letter is drawn without its accent, and typographic marks as
 * they are typed. Any other character becomes a block of its own and is counted, so that the card can say how many it could not
 * write. A transliteration would need a dictionary, and a larger font would weigh more than the program.
 */
export function letter(text: string): Lettering {
  let foreignCount = 0;
  const words = text
    .normalize('NFC')
    .split(/\s+/u)
    .filter((word) => word !== '')
    .map((word) =>
      charactersOf(word).flatMap((character) => {
        const cells = cellsOf(character);
        if (cells[0]?.foreign === true) foreignCount += 1;
        return cells;
      }),
    )
    .filter((word) => word.length > 0);
  return { words, foreignCount };
}

/** The cells of a text of one line, spaces among them. */
export function letterLine(text: string): GlyphCell[] {
  return letter(text).words.flatMap((word, place) => (place === 0 ? word : [spaceCell, ...word]));
}

export const spaceCell: GlyphCell = { glyph: new Uint8Array(5), foreign: false };

/**
 * Characters as a reader counts them: a letter with its marks, an emoji of several parts. The segmenter takes quadratic time, so
 * it gets only short stretches that are not ASCII.
 */
function charactersOf(word: string): string[] {
  return (word.match(stretches) ?? []).flatMap((stretch) =>
    printable.test(stretch)
      ? Array.from(stretch)
      : Array.from(segmenter.segment(stretch), ({ segment }) => segment),
  );
}

/** The cells of a character: letters, or one block, or nothing for an invisible one. */
function cellsOf(character: string): GlyphCell[] {
  const plain = asciiOf(character);
  const glyphs = Array.from(plain, glyphOf);
  const drawn = glyphs.filter((glyph) => glyph !== undefined);
  if (drawn.length === glyphs.length) return drawn.map((glyph) => ({ glyph, foreign: false }));
  return [{ glyph: blockGlyph(character), foreign: true }];
}

function asciiOf(character: string): string {
  return Array.from(
    character.replace(/[\s\S]/gu, (one) => spelled.get(one) ?? one).normalize('NFKD'),
    (one) => spelled.get(one) ?? one,
  )
    .join('')
    .replace(/\p{M}/gu, '')
    .replace(invisible, '');
}
