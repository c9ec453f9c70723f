import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pngPixels } from '../sandbox/media/fixtures/read-png.ts';
import { errorOf, newHome } from './genctl.ts';

const image = ['submit', 'a red fox', '-m', 'vendor-a/image-1', '--set', 'size=96x64', '--sandbox', '-q'];
/** A PATH without ffmpeg: a plain PNG is read by genctl alone. */
const env = { PATH: '/nowhere' };

describe('show --sheet', () => {
  it('draws the pictures of jobs in one grid, and prints the path', async () => {
    const { home, run } = newHome();
    await run([...image, '--count', '2', '-D', 'out']);
    const one = (await run([...image, '-D', 'out'])).stdout.trim();
    const ended = await run(['show', '@2', one, '@last', '--sheet', 'sheet.png', '--json'], { env });
    expect(ended.code, ended.stderr).toBe(0);
    const { items, path, schema } = JSON.parse(ended.stdout);
    expect([schema, path]).toEqual(['genctl.sheet/v1', join(home, 'sheet.png')]);
    expect(items).toMatchObject([
      { media: 'image', frames_at: null },
      { media: 'image' },
      { path: one, media: 'image' },
    ]);
    expect(pngPixels(readFileSync(path)).width).toBe(1280);
  });

  it('replaces no file, unless that is asked for', async () => {
    const { home, run } = newHome();
    await run([...image, '-D', 'out']);
    writeFileSync(join(home, 'mine.png'), 'mine');
    const refused = await run(['show', '@last', '--sheet', 'mine.png', '--json'], { env });
    expect([refused.code, errorOf(refused).code]).toEqual([2, 'sheet_exists']);
    expect(readFileSync(join(home, 'mine.png'), 'utf8')).toBe('mine');
    const replaced = await run(['show', '@last', '--sheet', 'mine.png', '--overwrite', '-q'], { env });
    expect(replaced).toMatchObject({ code: 0, stdout: `${join(home, 'mine.png')}\n` });
    const nowhere = await run(['show', '@last', '--sheet', 'none/sheet.png', '--json'], { env });
    expect([nowhere.code, errorOf(nowhere).code]).toEqual([14, 'sheet_unwritable']);
  });

  it('never replaces a picture that it shows, nor one of another job', async () => {
    const { home, run } = newHome();
    const other = (await run([...image, '-D', 'out'])).stdout.trim();
    const path = (await run([...image, '-D', 'out'])).stdout.trim();
    const bytes = readFileSync(path);
    symlinkSync(path, join(home, 'link.png'));
    for (const [shown, sheet] of [
      [path, path],
      ['@last', path],
      [path, 'link.png'],
      [path, other],
    ] as const) {
      const refused = await run(['show', shown, '--sheet', sheet, '--overwrite', '--json'], { env });
      expect([refused.code, errorOf(refused).code]).toEqual([2, 'sheet_exists']);
      expect(errorOf(refused).fix).toMatchObject({ argv: expect.arrayContaining(['--sheet', 'sheet.png']) });
    }
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  it('says that a clip needs ffmpeg where there is none, and writes nothing', async () => {
    const { home, run } = newHome();
    const clip = ['submit', 'a fox', '-m', 'vendor-b/video-2.5', '--duration', '4', '--resolution', '480p'];
    const path = (await run([...clip, '--sandbox', '-q', '-D', 'out'])).stdout.trim();
    for (const word of ['@last', path]) {
      const ended = await run(['show', word, '--sheet', 'sheet.png', '--json'], { env });
      expect(ended.code).toBe(14);
      expect(errorOf(ended)).toMatchObject({
        code: 'sheet_failed',
        message: `genctl can't draw a sheet of ${path}`,
        why: 'no program ffmpeg on the PATH',
        hint: 'install ffmpeg',
        retryable: false,
      });
    }
    expect(existsSync(join(home, 'sheet.png'))).toBe(false);
  });

  it('names the line that brings a file here which is not', async () => {
    const { run } = newHome();
    const id = (await run([...image, '-w'])).stdout.trim();
    const never = await run(['show', id, '--sheet', 'sheet.png', '--json'], { env });
    expect(never.code).toBe(2);
    expect(errorOf(never)).toMatchObject({ code: 'files_not_here', hint: `genctl download ${id}` });
    const path = (await run([...image, '-D', 'out'])).stdout.trim();
    rmSync(path);
    const gone = await run(['show', path, '--sheet', 'sheet.png', '--json'], { env });
    expect([gone.code, errorOf(gone).code]).toEqual([2, 'files_not_here']);
    const unknown = await run(['show', 'fox.mp4', '--sheet', 'sheet.png', '--json'], { env });
    expect(unknown.code).toBe(11);
    expect(errorOf(unknown).message).toBe('There is no picture or clip fox.mp4');
  });

  it('refuses more than anybody looks at', async () => {
    const { home, run } = newHome();
    const path = (await run([...image, '-D', 'out'])).stdout.trim();
    const copies = Array.from({ length: 21 }, (_, at) => `copy-${at}.png`);
    for (const copy of copies) writeFileSync(join(home, copy), readFileSync(path));
    const many = await run(['show', ...copies, '--sheet', 'sheet.png', '--json'], { env });
    expect([many.code, errorOf(many).code]).toEqual([2, 'sheet_misfit']);
  });

  it.each([
    [['--sheet', 'fox.mp4'], 'invalid_flag'],
    [['--sheet', 'a.png', '--api', 'v1'], 'flag_conflict'],
    [['--sheet', '-', '--json'], 'not_drawn'],
  ])('%j is refused: %s', async (flags, code) => {
    const { run } = newHome();
    const ended = await run(['show', '@last', ...flags, '--json']);
    expect([ended.code, errorOf(ended).code]).toEqual([2, code]);
  });
});
