import { describe, expect, it } from 'vitest';
import { newHome } from './genctl.ts';

const image = ['submit', 'a red fox', '-m', 'vendor-a/image-1', '--set', 'size=96x64', '--sandbox', '-q'];

interface CostsDocument {
  schema: string;
  items: { tag?: string | null; jobs: number; charged: number; unknown: number; cost_usd: number }[];
  jobs: number;
  unknown: number;
  total_usd: number;
  sandbox_usd: number;
}

function costsOfHome() {
  const { run } = newHome();
  return {
    run,
    costs: async (...words: string[]) =>
      JSON.parse((await run(['costs', '--json', ...words])).stdout) as CostsDocument,
    /** Two that succeeded, one that failed, and one that was not looked at. */
    async submitFour() {
      await Promise.all([
        run([...image, '-w']),
        run([...image, '-w']),
        run(['submit', 'sandbox:provider_failed', '-m', 'vendor-a/image-1', '--sandbox', '-w']),
        run(image),
      ]);
    },
  };
}

describe('costs', () => {
  it('are the sum of what each job says it cost; a job that was not looked at is counted apart', async () => {
    const { costs, run, submitFour } = costsOfHome();
    await submitFour();
    const each = JSON.parse((await run(['jobs', '--json'])).stdout) as {
      items: { cost_usd: number | null; completed_at: string | null }[];
    };
    const known = each.items.flatMap(({ cost_usd }) => cost_usd ?? []);
    const day = each.items.findLast(({ completed_at }) => completed_at !== null)?.completed_at?.slice(0, 10);
    const document = await costs();
    expect(document.items).toEqual([{ day, jobs: 4, charged: 2, unknown: 1, cost_usd: document.total_usd }]);
    expect(document.total_usd).toBeCloseTo((known[0] ?? 0) * 2, 9);
    expect(known).toHaveLength(2);
    const ended = await run(['costs']);
    expect(ended.stdout).toBe(`${day}\t${document.total_usd}\t4\t2\t1\n`);
    expect(ended.stderr).toContain('1 of 4 jobs');
    expect(ended.stderr).toContain('invented');
  });

  it('are looked up with --refresh, and known from then on', async () => {
    const { costs, run, submitFour } = costsOfHome();
    await submitFour();
    const before = await costs();
    const refreshed = await costs('--refresh', '--by', 'model');
    expect(refreshed).toMatchObject({ unknown: 0, items: [{ model: 'vendor-a/image-1', charged: 3 }] });
    expect(refreshed.total_usd).toBeGreaterThan(before.total_usd);
    expect(await costs('--by', 'profile')).toMatchObject({
      items: [{ profile: 'sandbox', jobs: 4 }],
      total_usd: refreshed.total_usd,
      sandbox_usd: refreshed.total_usd,
    });
    expect((await run(['costs', '-q'])).stdout).toBe(`${refreshed.total_usd}\n`);
  });
});

it('what v1 does not tell is said, and not asked for again and again', async () => {
  const { run } = newHome();
  await run(['submit', 'x', '-m', 'spicy/video-2-5', '-w', '-q', '--sandbox']);
  await run(['submit', 'x', '-m', 'vendor-a/image-1', '-w', '-q', '--sandbox']);
  const costs = await run(['costs', '--refresh']);
  expect(costs.code, costs.stderr).toBe(0);
  expect(costs.stderr).toContain('1 of 2 jobs are not in the sum');
  expect(costs.stderr).not.toContain('--refresh');
  const ofV1 = await run(['costs', '--by', 'model']);
  expect(ofV1.stdout).toMatch(/^spicy\/video-2-5\t\t1\t0\t1$/m);
});
