import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reportIn } from './fixtures/chains.ts';
import { bodiesIn, documentOf, jobsIn, withManifest } from './fixtures/manifest.ts';
import { serveSandbox } from './fixtures/served-sandbox.ts';
import { errorOf, newHome } from './genctl.ts';

const five = ['s1', 's2', 's3', 's4', 's5'].map((id) => ({ id, prompt: `picture ${id}` }));
const model = { model: 'vendor-a/image-1' };

const clipOf = (id: string, of: Record<string, string>) => ({
  ...{ id, prompt: `clip ${id}`, model: 'vendor-b/video-2.5', duration: 4 },
  ...of,
});

describe('batch --limit', () => {
  it('renders the first lines, always these, and the whole run pays for the rest alone', async () => {
    const { batch, home } = withManifest(five);
    const words = ['--limit', '2', '--report', 'report'];
    const first = await batch(...words, '--json');
    expect(first.code, first.stderr).toBe(0);
    expect(documentOf(first)).toMatchObject({ shots: 2, done: 2, checked: { new: 2, unchosen: 3 } });
    expect(reportIn(home).map(({ id, status }) => [id, status])).toEqual([
      ...[
        ['s1', 'succeeded'],
        ['s2', 'succeeded'],
        ['s3', 'unsent'],
        ['s4', 'unsent'],
        ['s5', 'unsent'],
      ],
    ]);
    const again = await batch(...words);
    expect([again.code, jobsIn(home)]).toEqual([0, 2]);
    expect(again.stderr).toContain('batch shots: 5 lines, 2 done, 3 not chosen\n');
    expect(again.stderr).toMatch(
      /3 lines were not chosen; to render all: genctl batch shots\.jsonl (?!.*--limit)/,
    );
    expect(again.stdout.split('\n')).toHaveLength(3);
    expect([(await batch('--limit', '3')).code, jobsIn(home)]).toEqual([0, 3]);
    expect([(await batch()).code, jobsIn(home)]).toEqual([0, 5]);
  });

  it('counts the lines that others wait for, which come first', async () => {
    const { batch, home } = withManifest([
      ...[clipOf('b', { ref_image: '@a' }), clipOf('c', { ref_video: '@b' })],
      ...[
        { id: 'a', prompt: 'first' },
        { id: 'd', prompt: 'fourth' },
      ],
    ]);
    const dry = await batch('--limit', '2', '--dry-run', '--json');
    const reasons = (documentOf(dry).lines as { id: string; reason: string }[]).map(({ id, reason }) => [
      id,
      reason,
    ]);
    expect(reasons).toEqual([
      ['b', 'waiting'],
      ['c', 'unchosen'],
      ['a', 'new'],
      ['d', 'unchosen'],
    ]);
    expect([(await batch('--limit', '1')).code, bodiesIn(home)]).toMatchObject([
      0,
      [{ input: { prompt: 'first' } }],
    ]);
    expect([(await batch('--limit', '2')).code, jobsIn(home)]).toEqual([0, 2]);
  });

  it('counts a line that can’t be sent, and checks none behind the last', async () => {
    const { batch, home } = withManifest(five);
    appendFileSync(join(home, 'shots.jsonl'), 'no line\n{"id":"s1","prompt":"again"}\n');
    expect([(await batch('--limit', '5')).code, jobsIn(home)]).toEqual([0, 5]);
    const sixth = await batch('--limit', '6');
    expect([sixth.code, jobsIn(home)]).toEqual([2, 5]);
    expect(sixth.stderr).toContain("1 of 6 lines of shots.jsonl can't be sent; nothing was sent");
  });
});

describe('batch --only', () => {
  it('renders these lines alone, whatever is wrong with others', async () => {
    const { batch, home } = withManifest([...five, { id: 's6', prompt: 'a fox', seed: 'none' }]);
    appendFileSync(join(home, 'shots.jsonl'), 'no line\n');
    const words = ['--only', 's4,s2', '--report', 'report', '--failed', 'failed.jsonl'];
    const ended = await batch(...words);
    expect([ended.code, jobsIn(home)]).toEqual([0, 2]);
    expect(ended.stderr).toContain('batch shots: 7 lines, 2 new, 5 not chosen\n');
    expect(reportIn(home).map(({ status }) => status)).toEqual([
      ...['unsent', 'succeeded', 'unsent', 'succeeded', 'unsent', 'invalid', 'invalid'],
    ]);
    expect(readFileSync(join(home, 'failed.jsonl'), 'utf8')).toBe('');
  });

  it('is refused for an id that no line has, with the one that was meant', async () => {
    const { batch, home } = withManifest(five);
    const refused = await batch('--only', 's01,s2,fox', '--json');
    expect(refused.code).toBe(2);
    expect(errorOf(refused)).toMatchObject({
      code: 'only_unknown',
      message: '--only names s01 and fox, but shots.jsonl has no such line; nothing was sent',
    });
    expect((await batch('--only', 's01,s2')).stderr).toContain('--only s1,s2');
    appendFileSync(join(home, 'shots.jsonl'), '{"id":"fox"');
    expect((await batch('--only', 'fox')).stderr).toContain("1 of 1 line of shots.jsonl can't be sent");
    expect(jobsIn(home)).toBe(0);
  });

  it('takes what is rendered of the lines that it leaves out, and is refused where that is missing', async () => {
    const { batch, home } = withManifest([
      { id: 'a', prompt: 'first' },
      ...[clipOf('b', { ref_image: '@a' }), clipOf('c', { ref_video: '@b' })],
    ]);
    const refused = await batch('--only', 'c', '--json');
    expect(refused.code).toBe(2);
    expect(errorOf(refused)).toMatchObject({
      code: 'parent_not_chosen',
      message: '1 line of --only depends on others; nothing was sent',
      why: 'c depends on b, which is not chosen, and not rendered yet',
    });
    expect(refused.stderr).toContain('--only a,b,c');
    for (const [place, id] of ['a', 'b', 'c'].entries())
      expect([(await batch('--only', id)).code, jobsIn(home)]).toEqual([0, place + 1]);
    expect([(await batch()).code, jobsIn(home)]).toEqual([0, 3]);
  });
});

it('a try is never paid for twice on a machine that has its journal alone, and --max-cost counts it', async () => {
  const { home, run } = newHome();
  const { account, jobIds } = await serveSandbox(home);
  writeFileSync(
    join(home, 'shots.jsonl'),
    five.map((line) => JSON.stringify({ ...line, ...model })).join('\n'),
  );
  const on = (machine: string, ...words: string[]) =>
    run(['batch', 'shots.jsonl', ...words], { env: { ...account, GENCTL_HOME: join(home, machine) } });
  expect((await on('one', '--limit', '2')).code).toBe(0);
  const capped = ['--assume-cost', '0.05', '--max-cost', '0.10'];
  const other = await on('other', '--only', 's4,s5', ...capped, '--json');
  expect(other.code, other.stderr).toBe(12);
  expect(documentOf(other)).toMatchObject({ shots: 2, done: 0, unsent: 2, budget: { spent_usd: 0.06 } });
  expect([(await on('other', '--only', 's4')).code, jobIds().length]).toEqual([0, 3]);
  expect([(await on('other')).code, jobIds().length]).toEqual([0, 5]);
});
