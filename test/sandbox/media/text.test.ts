import { describe, expect, it } from 'vitest';
import { type Canvas, createCanvas } from '../../../src/media/drawing/canvas.ts';
import {
  drawLine,
  type GlyphCell,
  glyphOf,
  letter,
  letterLine,
} from '../../../src/media/drawing/lettering.ts';
import { promptBlock, wrap } from '../../../src/sandbox/drawing/layout.ts';
import { timecode } from '../../../src/sandbox/drawing/reel.ts';

/** Cells back as text: a block is a hash sign. */
function read(cells: readonly GlyphCell[]): string {
  const letters = Array.from({ length: 95 }, (_, place) => String.fromCodePoint(0x20 + place));
  return cells
    .map(({ glyph, foreign }) =>
      foreign ? '#' : letters.find((one) => glyphOf(one)?.join() === Array.from(glyph).join()),
    )
    .join('');
}

describe('the font', () => {
  it('has a letter of its own for each printable ASCII character', () => {
    const letters = Array.from({ length: 95 }, (_, place) => glyphOf(String.fromCodePoint(0x20 + place)));
    expect(letters.every((glyph) => glyph?.length === 5)).toBe(true);
    expect(new Set(letters.map((glyph) => glyph?.join())).size).toBe(95);
    expect(glyphOf('\u007f')).toBeUndefined();
    expect(glyphOf('\n')).toBeUndefined();
  });

  it('draws A as one knows it', () => {
    const columns = glyphOf('A') ?? new Uint8Array();
    const rows = Array.from({ length: 7 }, (_, row) =>
      Array.from(columns, (column) => ((column >> row) & 1 ? '#' : '.')).join(''),
    );
    expect(rows).toEqual(['.###.', '#...#', '#...#', '#...#', '#####', '#...#', '#...#']);
  });

  it('grows smoothly, and stays sharp where it is small', () => {
    const drawn = (scale: number): Canvas => {
      const canvas = createCanvas(5 * scale, 7 * scale);
      drawLine(canvas, letterLine('O'), { x: 0, y: 0 }, { scale, ink: 0xffffff });
      return canvas;
    };
    expect(new Set(drawn(2).pixels)).toEqual(new Set([0, 0xffffff]));
    expect(new Set(drawn(12).pixels).size).toBeGreaterThan(4);
  });
});

describe('a text', () => {
  it('is drawn without accents, and with marks as they are typed', () => {
    expect(read(letterLine('Café “Zürich” – naïve… ½ ﬁn, Straße, smørrebrød, Łódź'))).toBe(
      'Cafe "Zurich" - naive... 1/2 fin, Strasse, smorrebrod, Lodz',
    );
  });

  it('shows a block for a character that it cannot write, one for each that a reader sees', () => {
    expect(letter('лиса и 狐狸 👨‍👩‍👧 fox').map(read)).toEqual(['####', '#', '##', '#', 'fox']);
  });

  it('has another block for another character', () => {
    const cells = letterLine('狐狸雪光лиса');
    expect(new Set(cells.map(({ glyph }) => glyph.join())).size).toBe(cells.length);
  });

  it('leaves out what nobody sees', () => {
    expect(read(letterLine('a\u200b\u202eb\u001b[31m \u0000 c'))).toBe('ab[31m c');
    expect(letter('\u200b \u0007')).toEqual([]);
  });
});

describe('a paragraph', () => {
  const lines = (text: string, columns: number, most: number): string[] =>
    wrap(letter(text), columns, most).map(read);

  it('breaks between words', () => {
    expect(lines('a red fox in fresh snow', 10, 9)).toEqual(['a red fox', 'in fresh', 'snow']);
  });

  it('cuts a word that is longer than a line', () => {
    expect(lines('see abcdefghijkl end', 5, 9)).toEqual(['see', 'abcde', 'fghij', 'kl', 'end']);
    expect(lines('abcde fgh', 5, 9)).toEqual(['abcde', 'fgh']);
  });

  it('breaks a script without spaces anywhere', () => {
    expect(lines('on 雪雪雪雪雪雪', 5, 9)).toEqual(['on ##', '####']);
  });

  it('ends in three dots where it is cut short', () => {
    expect(lines('a red fox in fresh snow', 10, 2)).toEqual(['a red fox', 'in fres...'.slice(0, 10)]);
    expect(lines('one two', 3, 1)).toEqual(['...']);
    expect(lines('one two', 3, 0)).toEqual([]);
  });

  it('never exceeds its columns', () => {
    for (const columns of [1, 2, 7, 30]) {
      for (const line of wrap(letter('The quick 雪雪雪雪 brown fox jumps'), columns, 4)) {
        expect(line.length).toBeLessThanOrEqual(columns);
      }
    }
  });
});

describe('a prompt on a card', () => {
  const room = { x: 0, y: 0, width: 600, height: 200 };

  it('is smaller where it is longer, and all there as long as it fits', () => {
    const [short, long] = ['a cat', 'a cat sits on a mat and looks at the sea. '.repeat(5)].map((prompt) =>
      promptBlock(prompt, room, 4),
    );
    expect(short?.scale).toBeGreaterThan(long?.scale ?? 0);
    expect(read(long?.lines.at(-1) ?? [])).not.toMatch(/\.\.\.$/);
  });
});

describe('a timecode', () => {
  it('counts frames, seconds, minutes and hours', () => {
    expect(timecode(0)).toBe('00:00:00:00');
    expect(timecode(23)).toBe('00:00:00:23');
    expect(timecode(24)).toBe('00:00:01:00');
    expect(timecode(719)).toBe('00:00:29:23');
    expect(timecode(24 * 3661 + 5)).toBe('01:01:01:05');
  });
});
