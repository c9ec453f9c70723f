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
    [
      [...clip, '—dry-run'],
      [...clip, '--dry-run'],
    ],
    [
      [...clip, '–dry-run'],
      [...clip, '--dry-run'],
    ],
    [
      [...clip, '―dry-run'],
      [...clip, '--dry-run'],
    ],
    [
      [...clip, '–-dry-run'],
      [...clip, '--dry-run'],
    ],
    [
      [...clip, '−−dry‑run'],
      [...clip, '--dry-run'],
    ],
    [
      [...clip, '\u200b--dry-run'],
      [...clip, '--dry-run'],
    ],
    [
      [...clip, '\u00a0--dry-run'],
      [...clip, '--dry-run'],
    ],
    [
      [...clip, '—duration=5'],
      [...clip, '--duration=5'],
    ],
    [
      [...clip, '—duration', '5', '–w'],
      [...clip, '--duration', '5', '-w'],
    ],
    [
      [...clip, '—no-audio'],
      [...clip, '--no-audio'],
    ],
    [
      [...clip, '–wq'],
      [...clip, '-wq'],
    ],
    [['submit', 'a fox', '–m', 'vendor-b/video-2.5', '—sandbox'], clip],
    [['submit', 'a fox', '—m', 'vendor-b/video-2.5', '—sandbox'], clip],
    [
      ['submit', 'a fox', '–mvendor-b/video-2.5', '--sandbox'],
      ['submit', 'a fox', '-mvendor-b/video-2.5', '--sandbox'],
    ],
    [
      ['—sandbox', 'submit', 'a fox'],
      ['--sandbox', 'submit', 'a fox'],
    ],
    [
      ['draft', 'a fox', '—takes', '2', '--sandbox'],
      ['draft', 'a fox', '--takes', '2', '--sandbox'],
    ],
    [
      ['finalize', 'job_1', '—dry-run'],
      ['finalize', 'job_1', '--dry-run'],
    ],
    [
      ['batch', 'shots.jsonl', '—dry-run'],
      ['batch', 'shots.jsonl', '--dry-run'],
    ],
    [
      ['worker', '–-slots', '2'],
      ['worker', '--slots', '2'],
    ],
    [
      ['queue', 'limit', '—queue', 'redis://127.0.0.1:1', '5'],
      ['queue', 'limit', '--queue', 'redis://127.0.0.1:1', '5'],
    ],
    [
      ['api', 'GET', '/v2/models', '—include'],
      ['api', 'GET', '/v2/models', '--include'],
    ],
    [
      ['compose', '—model', 'vendor-a/image-1'],
      ['compose', '--model', 'vendor-a/image-1'],
    ],
    [
      ['jobs', 'prune', '—older-than', '90d'],
      ['jobs', 'prune', '--older-than', '90d'],
    ],
  ])('%j is refused before anything is sent', async (typed, meant) => {
    const refused = await run([...typed, '--json']);
    const { code, fix } = errorOf(refused) as unknown as Told;
    expect([refused.code, code]).toEqual([2, 'long_dash']);
    expect(fix?.argv).toEqual(['genctl', ...meant, '--json']);
    expect((await run(['jobs', '--json'])).stdout).toContain('"items":[]');
  });

  it.each([['—dryrun'], ['—duraton=5']])('%s, which is nearly a flag, is refused as well', async (word) => {
    const refused = await run([...clip, word, '--json']);
    expect([refused.code, errorOf(refused).code]).toEqual([2, 'long_dash']);
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
    [['--dry-run', '--', '—dry-run']],
  ])('%j is a prompt', async (words) => {
    const [command, , ...others] = clip;
    const made = await run([command ?? '', ...others, ...words]);
    expect(made.code, made.stderr).toBe(0);
  });
});
