import { hash } from './chance.ts';

/** One character's place in a line of text. */
export interface GlyphCell {
  glyph: Glyph;
  /** True if it replaces a character that the font lacks. */
  foreign: boolean;
}

/** Signs that people usually type, and the characters for them that compatibility decomposition does not change. */
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
 * they are typed. Any other character becomes a block of its own. A transliteration would need a dictionary, and a larger font
 * would weigh more than the program.
 */
export function letter(text: string): GlyphCell[][] {
  return text
    .normalize('NFC')
    .split(/\s+/u)
    .map((word) => charactersOf(word).flatMap(cellsOf))
    .filter((word) => word.length > 0);
}

/** The cells of a text of one line, spaces among them. */
export function letterLine(text: string): GlyphCell[] {
  return letter(text).flatMap((word, place) => (place === 0 ? word : [spaceCell, ...word]));
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
  const own = printable.test(character) ? glyphOf(character) : undefined;
  if (own !== undefined) return [{ glyph: own, foreign: false }];
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

/** Size of a letter. The seventh row is where descenders end. Unit: dots. */
export const glyphColumns = 5;
export const glyphRows = 7;

/** A letter as five columns from the left. In each, bit 0 is the topmost dot and bit 6 the lowest. */
export type Glyph = Uint8Array;

/** The printable part of ASCII, U+0020 to U+007E, eight to a line, two hex digits a column. */
const ascii = [
  '0000000000 00005f0000 0007000700 147f147f14 242a7f2a12 2313086462 3649552250 0005030000',
  '001c224100 0041221c00 14083e0814 08083e0808 0050300000 0808080808 0060600000 2010080402',
  '3e5149453e 00427f4000 4261514946 2141454b31 1814127f10 2745454539 3c4a494930 0171090503',
  '3649494936 064949291e 0036360000 0056360000 0814224100 1414141414 0041221408 0201510906',
  '324979413e 7e1111117e 7f49494936 3e41414122 7f4141221c 7f49494941 7f09090901 3e4149497a',
  '7f0808087f 00417f4100 2040413f01 7f08142241 7f40404040 7f020c027f 7f0408107f 3e4141413e',
  '7f09090906 3e4151215e 7f09192946 4649494931 01017f0101 3f4040403f 1f2040201f 3f4038403f',
  '6314081463 0708700807 6151494543 007f414100 0204081020 0041417f00 0402010204 4040404040',
  '0001020400 2054545478 7f48444438 3844444420 384444487f 3854545418 087e090102 0c5252523e',
  '7f08040478 00447d4000 2040443d00 7f10284400 00417f4000 7c04180478 7c08040478 3844444438',
  '7c14141408 081414187c 7c08040408 4854545420 043f444020 3c4040207c 1c2040201c 3c4030403c',
  '4428102844 0c5050503c 4464544c44 0008364100 00007f0000 0041360800 0804081008',
].flatMap((line) => line.split(' ').map((columns): Glyph => Buffer.from(columns, 'hex')));

/** The letter of a character; undefined for one that this font lacks. */
export function glyphOf(character: string): Glyph | undefined {
  return ascii[(character.codePointAt(0) ?? 0) - 0x20];
}

/**
 * A pattern in place of a character that the font lacks. Each character has its own. So two prompts in such a script look
 * different, and nobody takes it for a question mark in the prompt. It is symmetric.
 */
function blockGlyph(character: string): Glyph {
  const pattern = hash(character);
  const [outer, inner] = [pattern & 0x7f, (pattern >>> 7) & 0x7f];
  // The middle column is never empty, so that every pattern is visible.
  return Uint8Array.of(outer, inner, ((pattern >>> 14) & 0x7f) | 0b0011100, inner, outer);
}
