import { describe, expect, it } from 'vitest';
import { errorOf, newHome } from './genctl.ts';

const clip = ['submit', 'a fox', '-m', 'vendor-b/video-2.5', '--sandbox'];

interface Told {
  code: string;
  fix?: { argv: string[] };
}

describe('a word that begins with a dash of another kind, and names a flag with a hyphen', () => {
  const { run } = newHome();

  it.each([
    ['—dry-run', '--dry-run'],
    ['–-dry-run', '--dry-run'],
    ['−−dry‑run', '--dry-run'],
    ['\u200b--dry-run', '--dry-run'],
    ['\u00a0--dry-run', '--dry-run'],
    ['ーーdry-run', '--dry-run'],
    ['—DRY-RUN', '--dry-run'],
    ['—duration=5', '--duration=5'],
    ['—Duration 5 –w', '--duration 5 -w'],
    ['—Dout', '-Dout'],
    ['—no-audio', '--no-audio'],
  ])('%s behind a submit is refused before anything is sent', async (typed, meant) => {
    const refused = await run([...clip, ...typed.split(' '), '--json']);
    const { code, fix } = errorOf(refused) as unknown as Told;
    expect([refused.code, code]).toEqual([2, 'long_dash']);
    expect(fix?.argv).toEqual(['genctl', ...clip, ...meant.split(' '), '--json']);
    expect((await run(['jobs', '--json'])).stdout).toContain('"items":[]');
  });

  it.each([
    ['—sandbox submit fox', '--sandbox submit fox'],
    ['submit fox –mvendor-a/image-1', 'submit fox -mvendor-a/image-1'],
    ['draft fox —takes 2 --sandbox', 'draft fox --takes 2 --sandbox'],
    ['finalize job_1 —dry-run', 'finalize job_1 --dry-run'],
    ['batch shots.jsonl —dry-run', 'batch shots.jsonl --dry-run'],
    ['jobs prune —older-than 90d', 'jobs prune --older-than 90d'],
  ])('%s is told as %s', async (typed, meant) => {
    const { fix } = errorOf(await run([...typed.split(' '), '--json'])) as unknown as Told;
    expect(fix?.argv).toEqual(['genctl', ...meant.split(' '), '--json']);
  });

  it.each([['—dryrun'], ['—duraton=5'], ['—simulate'], ['—budget=1'], ['—aspect-ratio=9:16'], ['—length=5']])(
    '%s, which is nearly a flag, is refused as well',
    async (word) => {
      const refused = await run([...clip, word, '--json']);
      expect([refused.code, errorOf(refused).code]).toEqual([2, 'long_dash']);
    },
  );

  it.each([
    ['-Dry-Run', '--dry-run'],
    ['-dry-run', '--dry-run'],
    ['-DRY_RUN', '--dry-run'],
    ['-Duration=5', '--duration=5'],
    ['-prompt=x', '--prompt=x'],
    ['-max-cost=1', '--max-cost=1'],
    ['-Download', '--download'],
  ])('%s, which has one hyphen of two, is refused', async (word, meant) => {
    const refused = await run(['submit', '-m', 'vendor-b/video-2.5', '--sandbox', word, '--json']);
    const { code, message } = errorOf(refused);
    expect([refused.code, code]).toEqual([2, 'one_hyphen']);
    expect(message).toContain('one hyphen');
    expect(refused.stderr).toContain(meant.replace(/=.*/, ''));
  });

  it.each([
    [
      ['submit', 'a fox\u00a0--dry-run', '-m', 'vendor-b/video-2.5', '--sandbox'],
      ['submit', 'a fox', '--dry-run', '-m', 'vendor-b/video-2.5', '--sandbox'],
    ],
    [
      [...clip, '-D', 'out\u00a0—dry-run'],
      [...clip, '-D', 'out', '--dry-run'],
    ],
    [
      [...clip, '--once', 'x\u202f--duration\u202f5'],
      [...clip, '--once', 'x', '--duration', '5'],
    ],
  ])('%j, where a no-break space makes one word of two, is refused', async (typed, meant) => {
    const refused = await run([...typed, '--json']);
    const { code, fix } = errorOf(refused) as unknown as Told;
    expect([refused.code, code]).toEqual([2, 'joined_flag']);
    expect(fix?.argv).toEqual(['genctl', ...meant, '--json']);
  });

  it('shows no value of it', async () => {
    const refused = await run([...clip, '—profile=sk-live-123 4', '--color', 'never']);
    expect(refused.stderr.split('\n')[0]).not.toContain('sk-live');
  });

  it.each([
    [['— a fox', '--dry-run']],
    [['—wait, said the fox', '--dry-run']],
    [['–', 'a fox', '--dry-run']],
    [['–5 degrees', '--dry-run']],
    [['un\u00a0deux\u00a0trois — a fox', '--dry-run']],
    [['a fox', '--dry-run', '-Dir/a']],
    [['--dry-run', '--', '—dry-run']],
  ])('%j is a prompt', async (words) => {
    const [command, , ...others] = clip;
    const made = await run([command ?? '', ...others, ...words]);
    expect(made.code, made.stderr).toBe(0);
  });
});
