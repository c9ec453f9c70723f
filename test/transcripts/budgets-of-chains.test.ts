import { describe, expect, it } from 'vitest';
import { reportIn, withFilm } from './fixtures/chains.ts';
import { documentOf, jobsIn } from './fixtures/manifest.ts';

const clip = { duration: 4 };
const chain = [
  { id: 'a', prompt: 'a', ...clip },
  { id: 'b', prompt: 'b', ref_video: '@a', ...clip },
  { id: 'c', prompt: 'c', ref_video: '@b', ...clip },
  { id: 'd', prompt: 'd', ...clip },
];

/** What the first lines of a chain cost, by a run of them in the same home; USD. */
async function pricedFilm(lines: readonly Record<string, unknown>[] = chain) {
  const film = withFilm(lines);
  film.write(chain.slice(0, 2), 'first.jsonl');
  const ended = await film.of('first.jsonl', ['--report', 'first']);
  expect(ended.code, ended.stderr).toBe(0);
  const [alone = 0, behind = 0] = reportIn(film.home, 'first').map(({ cost_usd }) => Number(cost_usd));
  return { ...film, alone, behind };
}

describe('a chain under --max-cost', () => {
  it('ends 12 where its first line is not sent: those that wait for it are unsent for the same reason', async () => {
    const { alone, batch, behind, home } = await pricedFilm();
    const words = ['--max-cost', (alone / 2).toFixed(6), '--report', 'report'];
    const { code, stdout, stderr } = await batch(...words, '--json');
    expect([code, jobsIn(home)]).toEqual([12, 2]);
    expect(JSON.parse(stdout)).toMatchObject({
      done: 0,
      failed: 0,
      held: 0,
      unsent: 4,
      budget: { unsent: 4 },
    });
    expect(JSON.parse(stderr.split('\n').at(-2) ?? '').error).toMatchObject({
      code: 'over_budget',
      exit_code: 12,
    });
    for (const line of reportIn(home))
      expect(line).toMatchObject({ job: null, status: 'unsent', error: { code: 'over_budget' } });
    const all = (alone + behind) * 2;
    const more = await batch('--max-cost', all.toFixed(6), '--json');
    expect(more.code, more.stderr).toBe(0);
    expect(documentOf(more)).toMatchObject({ done: 4, budget: { spent_usd: all, reserved_usd: 0 } });
  });

  it('holds for the lines that wait, too: what was sent comes to its end, and the rest is for another run', async () => {
    const { alone, batch, behind, home } = await pricedFilm();
    const enough = (alone * 2 + behind * 1.5).toFixed(6);
    const first = await batch('--max-cost', enough, '--report', 'report');
    expect([first.code, jobsIn(home)]).toEqual([12, 5]);
    expect(reportIn(home).map(({ id, status }) => [id, status])).toEqual([
      ['a', 'succeeded'],
      ['b', 'succeeded'],
      ['c', 'unsent'],
      ['d', 'succeeded'],
    ]);
    expect(first.stderr).toContain(`set --max-cost to $${((alone + behind) * 2).toFixed(3)}`);
    expect([(await batch('--max-cost', enough)).code, jobsIn(home)]).toEqual([12, 5]);
  });

  it('prices a line that waits by what it will take, and not by what it is without', async () => {
    const { alone, batch, behind } = await pricedFilm();
    const { stdout } = await batch('--max-cost', '9', '--dry-run', '--json');
    expect(JSON.parse(stdout).budget.most_usd).toBeCloseTo((alone + behind) * 2, 6);
  });

  it('goes by what a like job was charged in the same run, once that is known', async () => {
    const { batch, home } = withFilm(chain);
    const ended = await batch('--max-cost', '1.5', '--assume-cost', '1', '--in-flight', '1');
    expect([ended.code, jobsIn(home)], ended.stderr).toEqual([0, 4]);
  });

  it('asks for no price of a line that is not sent, because of one that was lost', async () => {
    const { batch } = withFilm([
      { id: 'a', prompt: 'sandbox:provider_failed a', ...clip },
      { id: 'b', prompt: 'b', ref_video: '@a', ...clip },
    ]);
    const words = ['--max-cost', '9'];
    const first = await batch(...words, '--assume-cost', '1');
    const again = await batch(...words);
    expect([first.code, again.code], again.stderr).toEqual([5, 5]);
  });
});

describe('a chain under a budget of the day', () => {
  it('is sent as far as that goes, and --over-budget sends the rest', async () => {
    const { alone, batch, behind, home, run } = await pricedFilm();
    await run(['config', 'set', 'budget.day', `$${(alone * 3 + behind * 1.5).toFixed(6)}`]);
    const ended = await batch('--report', 'report');
    expect(ended.code, ended.stderr).toBe(12);
    expect(ended.stderr).toContain("Today's sandbox budget ");
    const unsent = reportIn(home).filter(({ status }) => status === 'unsent');
    expect(unsent.length).toBeGreaterThan(0);
    for (const line of unsent) expect(line).toMatchObject({ error: { code: 'over_budget' } });
    const { code } = await batch('--over-budget');
    expect([code, jobsIn(home)]).toEqual([0, 6]);
  });
});

describe('a draft and its final in one manifest, under --max-cost', () => {
  const lines = (id: string) => [
    { id, command: 'draft', prompt: 'a fox', duration: 4 },
    { id: `${id}-final`, draft: `@${id}` },
  ];

  it('have a price before anything was charged, and by the charges afterwards', async () => {
    const { batch, home, write } = withFilm(lines('a'));
    const planned = async () => JSON.parse((await batch('--max-cost', '1', '--dry-run', '--json')).stdout);
    const first = await planned();
    expect(first.expected_cost).toMatchObject({ told: 2, untold: 0, by: ['list'] });
    const { sum_usd: sum } = first.expected_cost;
    expect(first.budget).toMatchObject({ most_usd: sum, left_after_usd: 1 - sum });
    const few = await batch('--max-cost', (sum - 0.01).toFixed(6));
    expect([few.code, jobsIn(home)]).toEqual([12, 1]);
    const all = await batch('--max-cost', sum.toFixed(6), '--json');
    expect(documentOf(all)).toMatchObject({ done: 2, budget: { spent_usd: sum, reserved_usd: 0 } });
    write(lines('b'));
    expect((await planned()).expected_cost).toMatchObject({ sum_usd: sum, by: ['charges'] });
  });
});
