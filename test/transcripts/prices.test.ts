import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { manifest, submitFox, unpriced } from './fixtures/priced-home.ts';
import { errorOf, newHome } from './genctl.ts';

const fox = ['submit', 'a fox', '-m', 'vendor-a/image-1'];
const clip = ['submit', 'a fox', '-m', 'vendor-b/video-2.5'];
const header = 'model,tier,per,sound,video,usd,least';

/** A home with an account of a service that knows no invented prices, and a price list. */
async function listed(...lines: string[]) {
  const { home, run, set } = await unpriced();
  expect((await set('budget.day', 1)).code).toBe(0);
  const path = join(home, 'genctl', 'prices.csv');
  const write = (...rows: string[]): void => writeFileSync(path, [...rows, ''].join('\n'));
  if (lines.length > 0) write(...lines);
  return { home, path, write, run };
}

describe('genctl config prices', () => {
  it('writes a list to fill in from the models list, once, and then checks it', async () => {
    const { path, run } = await listed();
    const made = await run(['config', 'prices', '--json']);
    expect(made.code, made.stderr).toBe(0);
    expect(JSON.parse(made.stdout)).toMatchObject({ path, created: true, items: [] });
    const text = readFileSync(path, 'utf8');
    expect(text.split('\n').slice(0, 2)).toEqual([header, 'vendor-b/video-2.5,480p,second,,,,']);
    expect(text).toContain('\nvendor-a/image-1,,output,,,,\n');
    writeFileSync(path, text.replace('vendor-a/image-1,,output,,,,', 'vendor-a/image-1,,output,,,0.03,'));
    const checked = await run(['config', 'prices']);
    expect(checked.stdout).toMatch(/^vendor-a\/image-1\t\toutput\t\t\t0\.03\t\t\d+\n$/);
    expect(checked.stderr).toContain(`1 price in ${path}; `);
    const { created, items, unpriced } = JSON.parse((await run(['config', 'prices', '--json'])).stdout);
    expect([created, items.length]).toEqual([false, 1]);
    expect(unpriced).toContain(2);
  });

  it('is written by one of several processes, whole, and an empty list is refused', async () => {
    const { path, run, write } = await listed();
    expect((await run(['models', '--quiet'])).code).toBe(0);
    const ends = await Promise.all(Array.from({ length: 5 }, () => run(['config', 'prices', '--json'])));
    const documents = ends.map(({ code, stdout }) => ({ code, ...JSON.parse(stdout) }));
    expect(documents.filter(({ created }) => created)).toHaveLength(1);
    const { length: lines } = readFileSync(path, 'utf8').trim().split('\n');
    for (const { code, unpriced } of documents) expect([code, unpriced.length]).toEqual([0, lines - 1]);
    write();
    const refused = await run([...fox, '--json']);
    expect([refused.code, errorOf(refused).code]).toEqual([2, 'prices_invalid']);
    expect(errorOf(refused).why).toBe('Line 1: it is empty.');
  });

  it('refuses a list by its lines, as does everything that needs it', async () => {
    const lines = ['vendor-a/image-1,,output,,,-1,', 'm,,second,,,1,', 'm,,second,,,2,'];
    const { run } = await listed(header, ...lines);
    const refused = await run(['config', 'prices']);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('2 lines of ');
    expect(refused.stderr).toContain('Line 2: usd is "-1", and it takes an amount in USD above 0');
    expect(refused.stderr).toContain('Line 4: it repeats line 3.');
    for (const words of [fox, [...fox, '--dry-run'], ['costs']]) {
      const { code, stderr } = await run([...words, '--json']);
      expect([code, JSON.parse(stderr).error.code]).toEqual([2, 'prices_invalid']);
    }
    expect((await run(['jobs', '--json'])).stdout).toContain('"items":[]');
  });

  it('checks a list without an account and without a service, and says that the models are unknown', async () => {
    const { home, run } = newHome();
    mkdirSync(join(home, 'genctl'));
    writeFileSync(join(home, 'genctl', 'prices.csv'), `${header}\nvendor-b/video-2.5,720,second,,,0.1,\n`);
    const gone = { GENCTL_API_KEY: 'key', GENCTL_BASE_URL: 'http://127.0.0.1:9' };
    for (const env of [{}, gone]) {
      const { code, stdout } = await run(['config', 'prices', '--json'], { env });
      const { items, warnings } = JSON.parse(stdout);
      expect([code, items.length]).toEqual([0, 1]);
      const message = expect.stringContaining('genctl did not check the models; to fetch one: genctl models');
      expect(warnings).toEqual([{ line: null, message }]);
    }
  });

  it('shows the prices of the sandbox, which needs no list', async () => {
    const { run } = newHome();
    const { items, path } = JSON.parse((await run(['config', 'prices', '--sandbox', '--json'])).stdout);
    expect(path).toBeNull();
    expect(items).toContainEqual({
      ...{ line: null, model: 'vendor-b/video-2.5', tier: '720p', per: 'second', sound: null },
      ...{ video: false, usd: 0.045, least_usd: null },
    });
    const dry = await run(submitFox('--dry-run', '--max-cost', '1'));
    expect(dry.stderr).toContain('(the price list says $0.03; the sandbox’s prices are invented)');
    expect((await run(submitFox('--max-cost', '0.02'))).stderr).toContain('this job may cost $0.03');
    expect((await run(submitFox('--max-cost', '0.03'))).code).toBe(0);
  });
});

describe('a price list', () => {
  it('prices the first job: of a dry run, a budget, --max-cost and a batch', async () => {
    const { home, run, write } = await listed(header, 'vendor-a/image-1,,output,,,0.4,');
    const dry = await run([...fox, '--count', '2', '--dry-run', '--json']);
    const { budgets, expected_cost } = JSON.parse(dry.stdout);
    expect(expected_cost).toMatchObject({ sum_usd: 0.8, told: 1, jobs: 0, by: ['list'] });
    expect(budgets[0].left_after_usd).toBeCloseTo(0.2);
    const over = await run([...fox, '--takes', '3']);
    expect([over.code, over.stderr]).toEqual([2, expect.stringContaining('these 3 jobs may cost $1.20')]);
    expect((await run([...fox, '--max-cost', '0.3'])).stderr).toContain('this job may cost $0.40');
    const batch = ['batch', manifest(home, 3), '-m', 'vendor-a/image-1', '--max-cost', '1'];
    const planned = JSON.parse((await run([...batch, '--dry-run', '--json'])).stdout);
    expect(planned.expected_cost).toMatchObject({ sum_usd: 1.2, told: 3, untold: 0 });
    expect(planned.budget).toMatchObject({ most_usd: 1.2, left_after_usd: expect.closeTo(-0.2) });
    write(header, 'vendor-a/image-1,,output,,,0.3,');
    expect((await run(batch)).code).toBe(0);
  });

  it('leaves a price that it does not name unknown, and its mend names the command', async () => {
    const { run } = await listed(header, 'vendor-b/video-2.5,720p,second,,,0.1,');
    const refused = await run(fox);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('no row of prices.csv fits');
    expect(refused.stderr).toContain('genctl config prices');
    expect((await run([...clip, '--resolution', '1080p'])).stderr).toContain('is unknown');
    expect((await run([...clip, '--duration', '-1'])).stderr).toContain('is unknown');
    expect((await run([...clip, '--resolution', '720p'])).code).toBe(0);
  });

  it('prices a job of v1, which reports no charges', async () => {
    const { run } = await listed(header, 'spicy/video-2-5,,second,,,0.1,');
    const v1 = ['submit', 'a fox', '-m', 'spicy/video-2-5', '--duration'];
    expect((await run([...v1, '11'])).stderr).toContain('this job may cost $1.10');
    expect((await run([...v1, '6'])).code).toBe(0);
    expect((await run([...v1, '6'])).stderr).toContain('$0.60 reserved for 1 job in flight');
    expect((await run(['wait', '--all', '--quiet'])).code).toBe(0);
    const costs = await run(['costs']);
    expect(costs.stderr).toContain(', $1.00: $0.60 spent today (UTC), $0.60 of it estimated, $0.40 left');
    expect(costs.stderr).toContain('; budgets count them by the price list, or as assumed');
    const [day] = JSON.parse((await run(['costs', '--json'])).stdout).budgets;
    expect(day).toMatchObject({ charged_usd: 0.6, estimated_usd: 0.6, left_usd: 0.4 });
  });

  it('gives way to what was charged, and says once where that is far from it', async () => {
    const { run } = await listed(
      header,
      'vendor-a/image-1,,output,,,0.02,',
      'vendor-b/video-2.5,,second,,,0.045,',
    );
    expect((await run([...fox, '--wait', '--quiet'])).code).toBe(0);
    const dry = await run([...fox, '--takes', '2', '--dry-run']);
    expect(dry.stderr).toContain('expected: about $0.06 in all (1 similar job was charged $0.03 here)');
    expect(dry.stderr.match(/prices\.csv, line 2, says \$0\.02 for a job/g)).toHaveLength(1);
    await run([...clip, '--wait', '--quiet']);
    const longer = await run([...clip, '--duration', '10', '--dry-run']);
    expect(longer.stderr).toContain(
      'expected: about $0.45 (by the second: 1 similar job of another length was charged here)',
    );
    expect(longer.stderr).not.toContain('prices.csv');
  });
});
