import { charactersOf } from '../../text/characters.ts';
import { type Canvas, type Colour, fillDisc, fillRectangle } from './canvas.ts';
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
const glyphColumns = 5;
const glyphRows = 7;

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

/** Size and colours of a line. */
interface LineStyle {
  /** Unit: px a dot of the font. */
  scale: number;
  ink: Colour;
}

/** Width of a cell with the gap to the next, and height of a line without the gap below. Unit: dots. */
export const cellDots = glyphColumns + 1;
export const lineDots = glyphRows;

/** Letters below this scale are hard to read. Unit: px a dot. */
export const leastLegibleScale = 2;

/** The scale of words beside the prompt: a step smaller, but legible where the prompt is. Unit: px a dot. */
export function sideScale(bodyScale: number): number {
  return Math.max(bodyScale - 1, Math.min(bodyScale, leastLegibleScale));
}

/** The number of cells that fit side by side into a width in px. */
export function columnsIn(width: number, scale: number): number {
  return Math.max(1, Math.floor((width + scale) / (cellDots * scale)));
}

/** Draws cells from left to right; `at` is their upper left corner. */
export function drawLine(
  canvas: Canvas,
  cells: readonly GlyphCell[],
  at: { x: number; y: number },
  style: LineStyle,
): void {
  cells.forEach(({ glyph }, place) => {
    const corner = { x: at.x + place * cellDots * style.scale, y: at.y };
    drawGlyph(canvas, glyph, corner, style);
  });
}

/** Below this scale a round end would be smaller than a pixel, and plain squares look sharper. Unit: px a dot. */
const leastRoundScale = 3;

/**
 * Letters scale smoothly: the dots of the small font become the joints of strokes with round ends, so that a large title shows
 * curves instead of squares.
 */
function drawGlyph(
  canvas: Canvas,
  glyph: Glyph,
  corner: { x: number; y: number },
  { scale, ink }: LineStyle,
): void {
  const radius = scale / 2;
  const place = (dot: number, from: number): number => from + dot * scale;
  for (const { x, y, toX, toY } of strokesOf(glyph)) {
    const [left, top] = [place(x, corner.x), place(y, corner.y)];
    if (scale >= leastRoundScale) {
      const to = { x: place(toX, corner.x) + radius, y: place(toY, corner.y) + radius };
      fillDisc(canvas, { x: left + radius, y: top + radius, radius, to }, ink);
    } else if (x === toX && y === toY)
      fillRectangle(canvas, { x: left, y: top, width: scale, height: scale }, ink);
  }
}

const neighbours = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
  [-1, 1],
] as const;

/** From one dot of a letter to another one, or to itself. Unit: dots. */
interface Stroke {
  x: number;
  y: number;
  toX: number;
  toY: number;
}

const known = new WeakMap<Glyph, Stroke[]>();

function strokesOf(glyph: Glyph): Stroke[] {
  const strokes = known.get(glyph) ?? joined(glyph);
  known.set(glyph, strokes);
  return strokes;
}

/** Strokes for each dot and each pair of neighbours. A diagonal pair counts only where the two dots between are both empty or both set. */
function joined(glyph: Glyph): Stroke[] {
  const isSet = (x: number, y: number): boolean => (((glyph[x] ?? 0) >> y) & 1) === 1;
  const dots = Array.from(glyph, (_, x) => Array.from({ length: glyphRows }, (_, y) => ({ x, y }))).flat();
  return dots.flatMap(({ x, y }) =>
    neighbours.flatMap(([stepX, stepY]) => {
      const [toX, toY] = [x + stepX, y + stepY];
      const isDiagonal = stepX !== 0 && stepY !== 0;
      const isCut = isDiagonal && isSet(toX, y) !== isSet(x, toY);
      return isSet(x, y) && isSet(toX, toY) && !isCut ? [{ x, y, toX, toY }] : [];
    }),
  );
}
