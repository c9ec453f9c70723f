import { describe, expect, it } from 'vitest';
import { levelIdc } from '../../../src/sandbox/h264/levels.ts';

const smallest = { widthMacroblocks: 1, heightMacroblocks: 1, levelUnitBits: 1200, pictureBytes: [] };

describe('a level of table A-1', () => {
  it.each([
    [10, 9, 11],
    [11, 22, 18],
    [21, 36, 22],
    [22, 45, 36],
    [31, 60, 60],
    [32, 80, 64],
    [40, 128, 64],
    [42, 128, 68],
    [50, 184, 120],
    [51, 256, 144],
    [60, 512, 272],
  ])('%i takes a frame of %i x %i macroblocks, and none with a row more', (idc, width, height) => {
    const frame = { ...smallest, framesPerSecond: 1, widthMacroblocks: width, heightMacroblocks: height };
    expect(levelIdc(frame)).toBe(idc);
    const larger = { ...frame, heightMacroblocks: height + 1 };
    if (idc === 60) expect(() => levelIdc(larger)).toThrow(RangeError);
    else expect(levelIdc(larger)).toBeGreaterThan(idc);
  });

  it.each([
    [10, 1485],
    [11, 3000],
    [12, 6000],
    [13, 11_880],
    [21, 19_800],
    [22, 20_250],
    [30, 40_500],
    [31, 108_000],
    [32, 216_000],
    [40, 245_760],
    [42, 522_240],
    [50, 589_824],
    [51, 983_040],
    [52, 2_073_600],
    [60, 4_177_920],
    [61, 8_355_840],
    [62, 16_711_680],
  ])('%i takes %i macroblocks a second and no more', (idc, rate) => {
    expect(levelIdc({ ...smallest, framesPerSecond: rate })).toBe(idc);
    const faster = { ...smallest, framesPerSecond: rate + 1 };
    if (idc === 62) expect(() => levelIdc(faster)).toThrow(RangeError);
    else expect(levelIdc(faster)).toBeGreaterThan(idc);
  });

  it.each([
    [10, 64, 175],
    [11, 192, 500],
    [12, 384, 1000],
    [13, 768, 2000],
    [20, 2000, 2000],
    [21, 4000, 4000],
    [30, 10_000, 10_000],
    [31, 14_000, 14_000],
    [32, 20_000, 20_000],
    [40, 20_000, 25_000],
    [41, 50_000, 62_500],
    [50, 135_000, 135_000],
    [51, 240_000, 240_000],
    [61, 480_000, 480_000],
    [62, 800_000, 800_000],
  ])('%i fills a buffer at %i units a second that holds %i, and no byte more', (idc, bitRate, bufferSize) => {
    const unitBytes = 1200 / 8;
    const levelOf = (pictureBytes: number[]): number =>
      levelIdc({ ...smallest, framesPerSecond: 1, pictureBytes });
    const [all, refilled] = [bufferSize * unitBytes, bitRate * unitBytes];
    expect(levelOf([all, refilled])).toBe(idc);
    for (const more of [
      [all + 1, 0],
      [all, refilled + 1],
    ]) {
      if (idc === 62) expect(() => levelOf(more)).toThrow(RangeError);
      else expect(levelOf(more)).toBeGreaterThan(idc);
    }
  });
});
