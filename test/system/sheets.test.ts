import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sample } from '../sample.ts';
import { pngPixels } from '../sandbox/media/fixtures/read-png.ts';
import { errorOf, newHome } from '../transcripts/genctl.ts';

const env = { PATH: process.env.PATH ?? '' };

/** A clip by ffmpeg's own sources; `words` say how it is coded. */
function make(path: string, picture: string, words: readonly string[] = []): void {
  execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', picture, ...words, path]);
}

const sound = ['-f', 'lavfi', '-i', 'sine=frequency=300', '-shortest'];
const usual = ['-pix_fmt', 'yuv420p'];

describe('a contact sheet', () => {
  const clips: [string, string, string[], number, number, number][] = [
    ['two.mp4', 'testsrc=s=640x360:r=25:d=2', [...sound, ...usual], 3, 1.96, 64],
    ['tall.mp4', 'testsrc=s=360x640:r=24:d=3', usual, 2, 2.958, 0],
    ['wide.mov', 'testsrc=s=840x360:r=24:d=2', ['-pix_fmt', 'yuv420p10le', '-c:v', 'libx264'], 4, 1.958, 0],
    ['web.webm', 'testsrc=s=320x320:r=10:d=5', usual, 3, 4.9, 0],
    ['long.mp4', 'testsrc=s=320x180:r=10:d=75', [...usual, '-preset', 'ultrafast'], 3, 74.9, 0],
  ];
  it.each(sample(clips, () => 'a clip', 3))(
    'of %s has twelve frames from the first to the last',
    async (name, picture, words, rows, last, wave) => {
      const { home, run } = newHome();
      make(join(home, name), picture, words);
      const ended = await run(['show', `./${name}`, '--sheet', 'sheet.png', '--json'], { env });
      expect(ended.code, ended.stderr).toBe(0);
      const [{ frames_at: moments, media }] = JSON.parse(ended.stdout).items;
      expect([media, moments.length, moments[0]]).toEqual(['video', 12, 0]);
      expect(moments.at(-1)).toBeCloseTo(last, 2);
      const { height, width } = pngPixels(readFileSync(join(home, 'sheet.png')));
      expect(width).toBe(1280);
      const [, from, to] = /=(\d+)x(\d+)/.exec(picture) ?? [];
      const frame = Math.trunc(
        Math.trunc((1256 - 12 * (12 / rows - 1)) / (12 / rows)) / (Number(from) / Number(to)),
      );
      const expected = 12 + 22 + rows * (frame + 6 + 22) + wave + 12;
      expect(Math.abs(height - expected)).toBeLessThanOrEqual(rows);
    },
  );

  it('of a clip of one frame shows that', async () => {
    const { home, run } = newHome();
    make(join(home, 'still.mp4'), 'color=white:s=320x180:r=1:d=1', usual);
    const ended = await run(['show', './still.mp4', '--sheet', 'one.png', '--json'], { env });
    expect(JSON.parse(ended.stdout).items[0].frames_at).toEqual([0]);
    const { pixels, width } = pngPixels(readFileSync(join(home, 'one.png')));
    expect((pixels[100 * width + 100] ?? 0) & 0xff).toBeGreaterThan(250);
  });

  it('is not made of a clip that is cut off', async () => {
    const { home, run } = newHome();
    make(join(home, 'whole.mp4'), 'testsrc=s=320x180:r=10:d=1', usual);
    writeFileSync(join(home, 'cut.mp4'), readFileSync(join(home, 'whole.mp4')).subarray(0, 2000));
    const ended = await run(['show', './cut.mp4', '--sheet', 'sheet.png', '--json'], { env });
    expect([ended.code, errorOf(ended).code]).toEqual([14, 'sheet_failed']);
  });
});
