import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorOf, newHome } from './genctl.ts';

const image = ['-m', 'vendor-a/image-1', '--sandbox'];
const submits = [
  ['submit', 'a fox', ...image],
  ['submit', 'a fox', ...image, '--no-preflight', '--attempts', '3'],
  ['draft', 'a fox', '--takes', '2', '--sandbox'],
  [
    'refs',
    'image 1 walks',
    '-m',
    'spicy/video-2-5',
    '--ref-image',
    'https://example.com/hero.png',
    '--sandbox',
  ],
];

describe('a folder for files that is called as a file is', () => {
  it.each([
    ['out/b.mp4', "-D out --name 'b.{ext}'\n"],
    ['s3://shots/out/b.webm', "-D s3://shots/out --name 'b.{ext}'\n"],
  ])('is refused where it is not there, as %s', async (dir, mended) => {
    const { home, run } = newHome();
    writeFileSync(join(home, 'shots.jsonl'), '{"id":"a","prompt":"a fox"}\n');
    const submit = ['submit', 'a fox', ...image];
    for (const words of [submit, [...submit, '--dry-run'], ['batch', 'shots.jsonl', ...image]]) {
      const ended = await run([...words, '-D', dir]);
      expect([ended.code, ended.stdout], ended.stderr).toEqual([2, '']);
      expect(ended.stderr).toContain(mended);
    }
    expect(readdirSync(home).filter((name) => name !== 'genctl')).toEqual(['shots.jsonl']);
  });

  it('is taken where it is there, or a slash says that it is meant', async () => {
    const { home, run } = newHome();
    expect((await run(['submit', 'a fox', ...image, '-D', 'b.png/'])).code).toBe(0);
    expect((await run(['submit', 'a fox', ...image, '-D', 'b.png'])).code).toBe(0);
    expect(readdirSync(join(home, 'b.png')).filter((name) => name.endsWith('.png'))).toHaveLength(2);
  });
});

describe('a folder for files that is a file', () => {
  it.each(submits)('is refused by %s before anything is sent', async (...words) => {
    const { home, run } = newHome();
    writeFileSync(join(home, 'clip.mp4'), 'precious');
    for (const dir of ['clip.mp4', 'clip.mp4/takes']) {
      const ended = await run([...words, '-D', dir, '--json']);
      expect(ended.code, ended.stderr).toBe(2);
      expect(errorOf(ended)).toMatchObject({
        code: 'not_a_folder',
        why: expect.stringContaining('nothing was sent'),
      });
      expect(ended.stdout).toBe('');
    }
    expect((await run(['jobs', '-q'])).stdout).toBe('');
    expect((await run(['recover'])).stderr).toContain('Nothing to settle');
  });

  it('is refused by finalize and rerun, too', async () => {
    const { home, run } = newHome();
    writeFileSync(join(home, 'clip.mp4'), 'precious');
    await run(['draft', 'a fox', '--sandbox', '--wait', '-q']);
    const before = (await run(['jobs', '-q'])).stdout;
    for (const command of ['finalize', 'rerun']) {
      const ended = await run([command, '@last', '-D', 'clip.mp4']);
      expect(ended.code, ended.stderr).toBe(2);
      expect(ended.stderr).toContain('--name');
    }
    expect((await run(['jobs', '-q'])).stdout).toBe(before);
  });

  it('is told by wait and download before they wait or fetch', async () => {
    const { home, run } = newHome();
    writeFileSync(join(home, 'clip.mp4'), 'precious');
    const env = { GENCTL_SANDBOX_SPEED: '1' };
    await run(['submit', 'sandbox:slow fox', ...image, '-q'], { env });
    for (const command of ['wait', 'download']) {
      const ended = await run([command, '@last', '-D', 'clip.mp4'], { env });
      expect(ended.code, ended.stderr).toBe(2);
      expect(ended.stderr).toContain('genctl did not wait or download');
    }
  });
});

describe('a folder for files where this machine can not write', () => {
  it('is exit 14, and nothing was sent', async () => {
    const { run } = newHome();
    // Smaller than any picture; the ledger's own records fit.
    const ended = await run(['submit', 'a fox', ...image, '-D', 'out'], { limit: '-f 32' });
    expect(ended.code, ended.stderr).toBe(14);
    expect(ended.stderr).toContain('nothing was sent');
    expect((await run(['jobs', '-q'])).stdout).toBe('');
  });
});

describe('trying the folder', () => {
  it('leaves nothing of it where the request is refused', async () => {
    const { home, run } = newHome();
    const ended = await run(['submit', '', ...image, '--set', 'size=1x1', '-D', 'out']);
    expect(ended.code).not.toBe(0);
    expect(readdirSync(home)).not.toContain('out');
  });

  it('does not ask for room where every file is here already', async () => {
    const { run } = newHome();
    await run(['submit', 'a fox', ...image, '-D', 'out', '-q']);
    const ended = await run(['download', '@last', '-D', 'out', '-q'], { limit: '-f 32' });
    expect(ended.code, ended.stderr).toBe(0);
  });
});
