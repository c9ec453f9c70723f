import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorOf, newHome } from './genctl.ts';

interface Told {
  code: string;
  hint: string;
  fix?: { argv: string[] };
}

const clip = ['-m', 'vendor-b/video-2.5', '--sandbox'];

describe('a word that is a file here', () => {
  const { home, run } = newHome();
  mkdirSync(join(home, 'refs'));
  for (const name of [
    'refs/a.png',
    'refs/b.png',
    'refs/C.JPG',
    'x.mp4',
    'm.wav',
    'p.txt',
    'shots.jsonl',
    'brief.PDF',
    'cut.srt',
    'notes',
    'k.3gp',
    'k.wmv',
    's.amr',
    'all.7z',
  ])
    writeFileSync(join(home, name), 'a red fox');

  const refusedWith = async (words: readonly string[]): Promise<Told> => {
    const refused = await run([...words, '--json']);
    expect(refused.code, refused.stderr).toBe(2);
    expect((await run(['jobs', '--json'])).stdout).toContain('"items":[]');
    return errorOf(refused) as unknown as Told;
  };

  it.each([
    [
      ['submit', 'image 1 walks', '--ref-image', 'refs/a.png', 'refs/b.png', 'refs/C.JPG', ...clip],
      ['--ref-image', 'refs/a.png', '--ref-image', 'refs/b.png', '--ref-image', 'refs/C.JPG'],
    ],
    [['submit', 'p.txt', ...clip], ['@p.txt']],
  ])('%j is refused with the line that takes it as one', async (words, meant) => {
    const { code, fix } = await refusedWith(words);
    expect(code).toBe('file_as_prompt');
    expect(fix?.argv.join(' ')).toContain(` ${meant.join(' ')} `);
    for (const word of words) expect(fix?.argv.join(' ')).toContain(word);
  });

  it.each([
    [['submit', 'refs/a.png', ...clip]],
    [['submit', 'it walks', '--first-frame', 'refs/a.png', 'refs/b.png', ...clip]],
    [['submit', 'shots.jsonl', ...clip]],
    [['submit', '--prompt', 'p.txt', ...clip]],
    [['submit', 'all.7z', ...clip]],
    [['submit', ' refs/a.png', ...clip]],
  ])('%j is refused in words', async (words) => {
    const { code, fix } = await refusedWith(words);
    expect([code, fix?.argv]).toEqual(['file_as_prompt', undefined]);
  });

  it.each([
    ['@p.txt', 'extra'],
    ['-', 'extra'],
  ])('%s beside other words is refused in words, which lose none of the line', async (...words) => {
    const refused = await run(['submit', ...words, ...clip, '--json']);
    const { fix, hint } = errorOf(refused) as unknown as Told;
    expect([refused.code, fix, hint]).toEqual([2, null, `${words[0]} alone, or all of the words after --`]);
  });

  it('is a prompt behind --, where it has no such ending, and where no such file is here', async () => {
    for (const words of [
      ['--', 'p.txt'],
      ['notes'],
      ['q.txt'],
      ['@p.txt'],
      ['--', 'refs/a.png', 'refs/b.png'],
    ]) {
      const made = await run(['submit', '--dry-run', ...clip, ...words]);
      expect(made.code, made.stderr).toBe(0);
    }
  });
});
