import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hintedLines } from './fixtures/type-line.ts';
import { errorOf, newHome } from './genctl.ts';

const clip = ['-m', 'vendor-b/video-2.5', '--sandbox', '--dry-run'];

describe('a flag whose value can not be read', () => {
  it.each([
    ['--seed', '1.0', '1'],
    ['--max-cost', '20 USD', '20'],
    ['--timeout', '1h30', '90m'],
  ])('%s %s is %s in another spelling, which is taken', async (flag, wrong, right) => {
    const { run } = newHome();
    const words = (value: string) => [
      'submit',
      'fox',
      '-D',
      'out',
      flag,
      value,
      '--assume-cost',
      '1',
      ...clip,
    ];
    const refused = await run([...words(wrong), '--json']);
    const { fix } = errorOf(refused) as { fix: { argv: string[] } };
    expect([refused.code, fix.argv.slice(1)]).toEqual([2, [...words(right), '--json']]);
    expect((await run(words(right))).code).toBe(0);
  });

  it.each([
    ['--duration', 'long'],
    ['--duration', '00:00:05'],
    ['--seed', '1.000'],
    ['--count', '0'],
    ['--ratio', ''],
    ['--max-cost', '1,000'],
    ['--timeout', 'soon'],
  ])('%s %j has a gap in its place, and no line is ready', async (flag, wrong) => {
    const { run } = newHome();
    const refused = await run(['submit', 'fox', '-D', 'out', flag, wrong, ...clip, '--json']);
    const { fix, hint } = errorOf(refused) as { fix?: { argv?: string[] }; hint: string };
    expect([refused.code, fix?.argv, hint]).toEqual([2, undefined, expect.stringMatching(/VALUE|AMOUNT/)]);
  });

  it.each([
    ['config set timeout 5', 'genctl config set timeout 5s'],
    ['config set budget.day 1,000', 'genctl config set budget.day AMOUNT'],
    ['jobs prune --older-than 30', 'genctl jobs prune --older-than 30d'],
    ['jobs --since 3', 'genctl jobs --since 3d'],
    ['sync out', 'genctl sync -D out'],
    ['sync @last -D out', 'genctl download @last -D out'],
    ['help exit-code', 'genctl help exit-codes'],
  ])('%s is exit 2 and mended with %s', async (line, hint) => {
    const { run } = newHome();
    const refused = await run(line.split(' '));
    expect([refused.code, hintedLines(refused.stderr)]).toEqual([2, [hint]]);
  });
});

describe('a failed job', () => {
  it('of v1 has the generator’s own code in the failure and in its document', async () => {
    const { run } = newHome();
    const words = ['submit', 'sandbox:provider_failed', '-m', 'spicy/video-2-5', '--sandbox', '-w'];
    const ended = await run([...words, '--json']);
    expect(ended.code).toBe(5);
    expect(JSON.parse(ended.stdout)).toMatchObject({ provider_code: 'OutputAudioRejected' });
    expect(errorOf(ended)).toMatchObject({ code: 'provider_failed', provider_code: 'OutputAudioRejected' });
    expect((await run(words)).stderr).toContain('failed: provider_failed (OutputAudioRejected)');
  });

  it('of v1 has no idempotency key, for none was sent, and one set by hand is said to stay here', async () => {
    const { run } = newHome();
    const words = ['submit', 'fox', '-m', 'spicy/video-2-5', '--sandbox', '--idempotency-key', 'mine'];
    expect((await run(words)).stderr).toMatch(/--idempotency-key: the key is not sent.* this machine alone/);
    const shown = await run(['show', '@last', '--json']);
    expect(JSON.parse(shown.stdout)).toMatchObject({ route: 'spicy', idempotency_key: null });
    expect((await run(['show', '@last'])).stdout).not.toContain('mine');
    expect((await run(words)).stderr).toContain('already exists');
  });
});

describe('a request that its route will not take', () => {
  it('is mended in words where no line does it; past the checks leads the last line alone', async () => {
    const { run } = newHome();
    const clip = ['-m', 'vendor-b/video-2.5', '--sandbox', '--json'];
    const refused = await run(['submit', 'fox '.repeat(25_001), '--set', 'seed=1.5', ...clip]);
    const error = errorOf(refused);
    expect(error.fix).toBeNull();
    expect(String(error.hint).split('\n')).toEqual([
      'shorten the text by 4 characters, to 100000',
      expect.stringContaining('--set seed'),
      expect.stringContaining('--no-preflight'),
    ]);
  });

  it('is a final past the billing record of its draft: a new draft is what helps', async () => {
    const { home, run } = newHome();
    const drafted = await run(['draft', 'fox', '--api', 'v1', '--duration', '4', '--sandbox', '-w', '-q']);
    const draft = drafted.stdout.trim();
    ageJobs(join(home, 'genctl', 'sandbox', 'jobs'), 72);
    const refused = await run(['finalize', draft]);
    expect(refused.code, refused.stderr).toBe(10);
    expect(refused.stderr).toContain('billing record');
    expect(hintedLines(refused.stderr)[0]).toMatch(new RegExp(`: genctl rerun ${draft}$`));
    expect((await run(['rerun', draft, '-q'])).code).toBe(0);
  });
});

/** Makes the jobs of a sandbox older than they are. */
function ageJobs(folder: string, hours: number): void {
  for (const name of readdirSync(folder)) {
    const text = readFileSync(join(folder, name), 'utf8');
    const older = text.replace(/"(\w+AtMs)":(\d+)/g, (_, field: string, ms: string) => {
      return `"${field}":${Number(ms) - hours * 3_600_000}`;
    });
    writeFileSync(join(folder, name), older);
  }
}
