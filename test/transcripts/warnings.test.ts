import { describe, expect, it } from 'vitest';
import { withManifest } from './fixtures/manifest.ts';
import { errorOf, newHome } from './genctl.ts';

/** A request that lacks what its model's schema requires, which is a warning. */
const lacking = ['submit', 'a fox', '-m', 'vendor-a/video-1-i2v', '--sandbox'];
const missing = expect.stringContaining('is missing');

describe('what a run warns of', () => {
  it('is in the document of one job, and empty where it warned of nothing', async () => {
    const { run } = newHome();
    const job = JSON.parse((await run([...lacking, '--json'])).stdout);
    expect(job).toMatchObject({ schema: 'genctl.job/v1', warnings: [missing] });
    const plain = await run(['submit', 'a fox', '-m', 'vendor-b/video-2.5', '--sandbox', '--json']);
    expect(JSON.parse(plain.stdout).warnings).toEqual([]);
  });

  it('is in the document of a dry run, of one request or of several', async () => {
    const { run } = newHome();
    const one = JSON.parse((await run([...lacking, '--dry-run', '--json'])).stdout);
    expect(one).toMatchObject({ schema: 'genctl.request/v1', warnings: [missing] });
    const several = JSON.parse((await run([...lacking, '--takes', '2', '--dry-run', '--json'])).stdout);
    expect(several).toMatchObject({ schema: 'genctl.requests/v1', warnings: [missing] });
    const idle = [...lacking.slice(0, 2), '-m', 'vendor-b/video-2.5', '--sandbox', '--assume-cost', '1'];
    for (const more of [[], ['--dry-run']])
      expect(JSON.parse((await run([...idle, ...more, '--json'])).stdout).warnings).toEqual([
        expect.stringContaining('--assume-cost has no effect'),
      ]);
  });

  it('is in the summary of a batch', async () => {
    const { batch } = withManifest([{ id: 's1', prompt: 'a fox', model: 'vendor-a/video-1-i2v' }]);
    const ended = await batch('--json');
    expect(JSON.parse(ended.stdout)).toMatchObject({ dry_run: false, warnings: [missing] });
  });
});

describe('a dry run of a batch', () => {
  it('has the findings of each line, and what mends one that is refused', async () => {
    const { batch } = withManifest([
      { id: 's1', prompt: 'a fox', model: 'vendor-b/video-2.5', duration: 40 },
      { id: 's2', prompt: 'a fox', model: 'vendor-b/video-2.5', duration: 40, resolution: '4k' },
      { id: 's3', prompt: 'a fox', model: 'vendor-a/video-1-i2v' },
      { id: 's4', prompt: 'a fox', model: 'vendor-b/video-2.5' },
      { id: 's5', prompt: 'a fox', model: 'vendor-b/video-2.5', duration: 'long' },
    ]);
    const ended = await batch('--dry-run', '--json');
    const { lines } = JSON.parse(ended.stdout);
    const range = { least: 4, most: 30 };
    expect(lines).toMatchObject([
      {
        error: {
          code: 'preflight',
          hint: expect.stringMatching(/^duration 5\n--no-preflight/),
          fix: { cells: { duration: 5 }, range },
        },
        findings: [
          { rule: 'duration', severity: 'error', message: expect.stringMatching(/^duration is 40/), range },
        ],
      },
      { error: { fix: { cells: { duration: 5, resolution: '720p' } } }, findings: [{}, {}] },
      { error: null, findings: [{ rule: 'schema-required', severity: 'warning' }] },
      { error: null, findings: [] },
      { error: { code: 'invalid_flag', fix: null }, findings: [] },
    ]);
  });
});

describe('a key or a name on v1', () => {
  const clip = ['submit', 'a fox', '-m', 'spicy/video-2-5', '--sandbox'];

  it.each([
    ['--idempotency-key', '--idempotency-key: the key is not sent'],
    ['--once', '--once: the name works on this machine alone'],
  ])(
    'that holds on this machine alone: a submit and a dry run say so of %s, --strict refuses',
    async (flag, told) => {
      const { run } = newHome();
      const named = [...clip, flag, 'key-1'];
      for (const words of [[...named, '--dry-run'], named]) {
        const ended = await run(words);
        expect([ended.code, ended.stderr]).toEqual([0, expect.stringContaining(told)]);
        const strict = await run([...words, '--strict', '--json']);
        const findings = [{ rule: 'key-not-sent', severity: 'warning' }];
        expect([strict.code, errorOf(strict)]).toMatchObject([2, { code: 'preflight', findings }]);
      }
      const dry = JSON.parse((await run([...named, '--dry-run', '--json'])).stdout);
      expect(dry.warnings).toEqual([expect.stringContaining(told)]);
      const v2 = await run([
        'submit',
        'a fox',
        '-m',
        'vendor-b/video-2.5',
        flag,
        'key-2',
        '--sandbox',
        '--strict',
      ]);
      expect(v2.code, v2.stderr).toBe(0);
    },
  );
});
