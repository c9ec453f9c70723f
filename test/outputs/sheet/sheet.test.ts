import { describe, expect, it } from 'vitest';
import {
  drawnSheet,
  paintSheet,
  pictureRoom,
  pixelsOfCanvas,
  roomOn,
} from '../../../src/outputs/sheet/draw.ts';
import { momentWord, type SheetPart } from '../../../src/outputs/sheet/parts.ts';
import type { Pixels } from '../../../src/terminal/preview/pixels.ts';

const plain = (width: number, height: number, value: number): Pixels => ({
  width,
  height,
  rgb: new Uint8Array(3 * width * height).fill(value),
});

const tile = (width: number, height: number) => ({ pixels: plain(width, height, 200), caption: '0.00 s' });
const ground = 0x16181d;

describe('a contact sheet', () => {
  const room = { width: 100, gap: 10, height: 100, waveHeight: 20 };
  const clip: SheetPart = {
    title: 'fox.mp4',
    tiles: [tile(45, 30), tile(45, 30), tile(45, 30)],
    wave: plain(100, 20, 99),
  };

  it('has as many frames beside each other as fit, each over its time, and the wave below them', () => {
    const canvas = paintSheet([clip], room);
    const at = (x: number, y: number) => canvas.pixels[y * canvas.width + x];
    const light = 0xc8c8c8;
    // Margin, title, two rows of a frame and its time, wave, margin.
    expect([canvas.width, canvas.height]).toEqual([120, 10 + 22 + 2 * (30 + 5 + 22) + 20 + 10]);
    expect([at(10, 32), at(54, 61), at(55, 32), at(65, 32), at(109, 61), at(110, 32)]).toEqual([
      light,
      light,
      ground,
      light,
      light,
      ground,
    ]);
    expect([at(10, 89), at(65, 89)]).toEqual([light, ground]);
    expect([at(10, 146), at(109, 165), at(10, 166)]).toEqual([0x636363, 0x636363, ground]);
  });

  it('has parts below each other, and letters that do not leave their tile', () => {
    const long = { ...tile(20, 10), caption: 'a-very-long-name-of-a-picture.png' };
    const canvas = paintSheet([{ title: undefined, tiles: [long], wave: undefined }, clip], room);
    const rows = [...canvas.pixels.keys()].filter((place) => canvas.pixels[place] !== ground);
    const captionRows = rows.filter((place) => Math.floor(place / canvas.width) in { 25: 1, 30: 1, 35: 1 });
    expect(Math.max(...captionRows.map((place) => place % canvas.width))).toBeLessThan(30);
    expect(canvas.height).toBe(10 + 10 + 5 + 22 + 10 + 22 + 2 * 57 + 20 + 10);
  });

  it('goes to a terminal of pictures as it goes to a file', () => {
    const canvas = paintSheet([clip], room);
    const pixels = pixelsOfCanvas(canvas);
    expect([...pixels.rgb.subarray(0, 3)]).toEqual([0x16, 0x18, 0x1d]);
    expect(drawnSheet([clip], room, { columns: 80, method: 'kitty' })).toContain(
      `s=${pixels.width},v=${pixels.height},c=79`,
    );
    expect(roomOn('iterm', 80)).toBe(pictureRoom);
  });

  it('is lines of half blocks elsewhere, with the times as words', () => {
    const columns = 100;
    const drawn = drawnSheet([clip], roomOn('blocks', columns), { columns, method: 'blocks' });
    const lines = drawn.split('\n');
    expect(lines.filter((line) => !line.includes('▀'))).toEqual([
      'fox.mp4',
      `0.00 s${' '.repeat(41)}0.00 s`,
      '0.00 s',
      '',
    ]);
  });

  it.each([
    [0, '0.00 s'],
    [59.994, '59.99 s'],
    [60, '1:00.00'],
    [119.999, '2:00.00'],
    [3725.5, '62:05.50'],
  ])('says %s s as %s', (seconds, word) => expect(momentWord(seconds)).toBe(word));
});
