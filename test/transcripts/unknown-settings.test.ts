import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { image, submitFox, unpriced } from './fixtures/priced-home.ts';
import { errorOf, newHome } from './genctl.ts';

describe('a budget under a name that genctl does not know', () => {
  it.each([
    ['settings.Budget.Day', { settings: { 'Budget.Day': 0.01 } }],
    ['settings.budget', { settings: { budget: { day: 0.01 } } }],
    ['budget', { budget: { day: 0.01 } }],
    [
      'profiles.studio.budget_day',
      { profiles: { studio: { base_url: 'https://a.example', budget_day: 1 } } },
    ],
  ])('keeps what pays from being sent, and doctor names it: %s', async (name, config) => {
    const { home, run } = newHome();
    mkdirSync(join(home, 'genctl'), { mode: 0o700 });
    writeFileSync(join(home, 'genctl', 'config.json'), JSON.stringify(config), { mode: 0o600 });
    const refused = await run(submitFox('--json'));
    expect([refused.code, errorOf(refused).code]).toEqual([2, 'unknown_setting']);
    expect(errorOf(refused).message).toContain(name);
    expect((await run(['doctor', '--sandbox'])).stdout).toContain(name);
    expect((await run(['jobs', '--sandbox'])).code).toBe(0);
  });

  it('is refused in a project file as well', async () => {
    const { home, run } = newHome();
    writeFileSync(join(home, '.genctl.json'), JSON.stringify({ 'Budget.Day': 1 }));
    const refused = await run(submitFox());
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('Budget.Day')]);
  });
});

it('a limit of 0 is told as what a shell makes of $20, also where no price is known', async () => {
  const { run } = await unpriced();
  const { stderr } = await run(['submit', 'a fox', '-m', 'vendor-a/image-1', '--max-cost', '0']);
  expect(stderr).toContain('A shell turns $20 into 0');
});

it('damaged records do not pass for no jobs', async () => {
  const { home, run } = newHome();
  for (let job = 0; job < 2; job += 1) await run(submitFox('--wait'));
  const done = join(home, 'genctl', 'ledger', 'done');
  const [month = ''] = readdirSync(done);
  for (const name of readdirSync(join(done, month)))
    if (name.endsWith('.json')) writeFileSync(join(done, month, name), Buffer.alloc(100));
  const { stderr } = await run(['jobs', ...image.slice(2)]);
  expect(stderr).toContain('No job can be read: the records of 2 jobs are damaged.');
  expect(stderr).not.toContain('submit');
});
