import { describe, expect, it } from 'vitest';
import { image, priced, submitFox, unpriced } from './fixtures/priced-home.ts';
import { serveSandbox } from './fixtures/served-sandbox.ts';
import { newHome } from './genctl.ts';

describe('a budget of the day', () => {
  it('lets jobs through until it is spent, and tells in numbers why not', async () => {
    const { price, run, set } = await priced();
    await set('budget.day', price * 2);
    expect((await run(submitFox())).code).toBe(0);
    const refused = await run(submitFox('--json'));
    expect(refused.code).toBe(2);
    expect(JSON.parse(refused.stderr).error).toMatchObject({ code: 'over_budget', exit_code: 2 });
    const told = await run(submitFox());
    expect(told.stderr).toMatch(/Today's sandbox budget is used up; this job may cost \$0\.\d+/);
    expect(told.stderr).toMatch(/\$0\.\d+ charged today \(UTC\), \$0\.\d+ reserved for 1 job in flight/);
    expect((await run(submitFox('--yes'))).code, '--yes does not lift it').toBe(2);
    expect((await run(submitFox('--over-budget'))).code).toBe(0);
    expect((await run(submitFox())).code, 'once').toBe(2);
  });

  it('is not reached by a name that stands for a job already', async () => {
    const { price, run, set } = await priced();
    await set('budget.day', price * 2);
    const first = await run(submitFox('--once', 'hero', '-q'));
    expect((await run(submitFox('--once', 'hero', '-q'))).stdout).toBe(first.stdout);
    expect((await run(submitFox('--once', 'other', '-q'))).code).toBe(2);
  });

  it('is for all takes of a line together: none is sent where not all can be', async () => {
    const { price, run, set } = await priced();
    await set('budget.day', price * 3);
    const refused = await run(submitFox('--takes', '3'));
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('these 3 jobs may cost');
    expect(JSON.parse((await run(['jobs', '--json'])).stdout).items).toHaveLength(1);
    expect((await run(submitFox('--takes', '2'))).code).toBe(0);
  });

  it('of an account goes before the one for each', async () => {
    const { home, run } = newHome();
    const { account } = await serveSandbox(home);
    const { GENCTL_API_KEY: key, GENCTL_BASE_URL: url } = account;
    const login = ['auth', 'login', '--profile', 'studio', '--base-url', url];
    expect((await run(login, { stdin: `${key}\n` })).code).toBe(0);
    await run(['config', 'set', 'budget.day', '0', '--yes']);
    const words = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--profile', 'studio', '--assume-cost', '1'];
    expect((await run(words)).stderr).toContain('for good, set a larger budget.day');
    const wrong = await run(['auth', 'set', 'budget.day', '20 USD', '--profile', 'studio', '--json']);
    expect(JSON.parse(wrong.stderr).error).toMatchObject({
      code: 'invalid_amount',
      hint: 'genctl auth set budget.day 20 --profile studio',
    });
    await run(['auth', 'set', 'budget.day', '$0.5', '--profile', 'studio']);
    expect((await run(words)).stderr).toContain("Today's studio budget has $0.50 left");
    await run(['auth', 'set', 'budget.day', '5', '--profile', 'studio']);
    expect((await run(words)).code).toBe(0);
  });
});

describe('a price that nobody knows', () => {
  it('sends nothing under a budget, and --assume-cost is told in words', async () => {
    const { run, set } = await unpriced();
    await set('budget.month', 5);
    const fox = ['submit', 'a fox', '-m', 'vendor-a/image-1'];
    const refused = await run(fox);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('→ --assume-cost AMOUNT, the most that one job may cost');
    const both = await run([...fox, '--takes', '2']);
    expect(both.stderr).toContain('The cost of these 2 jobs is unknown, and spending is limited');
    expect(both.stderr).toMatch(/No similar job of vendor-a\/image-1 has been charged .* Nothing was sent\./);
    expect((await run(['jobs', '--json'])).stdout).toContain('"items":[]');
    expect((await run([...fox, '--assume-cost', '0.50'])).code).toBe(0);
  });

  it('is that of every v1 job, and the sandbox’s is no other service’s', async () => {
    const { home, price, run, set } = await priced();
    await set('budget.day', 5);
    const { account: env } = await serveSandbox(home);
    const video = ['submit', 'a fox', '-m', 'spicy/video-2-5'];
    const refused = await run(video, { env });
    expect(refused.stderr).toContain('v1 reports no charges');
    expect(refused.stderr).not.toContain('environment');
    const elsewhere = ['submit', 'a fox', '-m', 'vendor-a/image-1'];
    expect((await run(elsewhere, { env })).stderr).toContain(
      'The cost of this job is unknown, and spending is limited',
    );
    expect((await run([...elsewhere, '--assume-cost', '4.99'], { env })).code).toBe(0);
    const budgetsOf = async (...words: string[]): Promise<unknown> =>
      JSON.parse((await run(['costs', '--json', ...words], { env })).stdout).budgets;
    expect(await budgetsOf('--sandbox')).toMatchObject([
      { profile: 'sandbox', charged_usd: price, reserved_usd: 0 },
    ]);
    expect(await budgetsOf()).toMatchObject([
      { profile: 'environment', charged_usd: 0, reserved_usd: 4.99, left_usd: expect.closeTo(0.01) },
    ]);
  });
});

describe('--max-cost of a submit', () => {
  it('holds for all that the line sends', async () => {
    const { price, run } = await priced();
    const most = (price * 2).toFixed(6);
    const refused = await run(submitFox('--takes', '3', '--max-cost', most));
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/--max-cost has \$0\.\d+ left; these 3 jobs may cost \$0\.\d+/);
    expect((await run(submitFox('--takes', '2', '--max-cost', most))).code).toBe(0);
    expect((await run(submitFox('--max-cost', 'much'))).stderr).toContain('It takes an amount in USD');
  });

  it('is told by a dry run, too', async () => {
    const { price, run } = await priced();
    const words = ['--takes', '3', '--dry-run', '--max-cost'];
    const dry = await run(submitFox(...words, (price * 2).toFixed(6)));
    expect(dry.stderr).toContain(
      '--max-cost $0.06: $0.00 spent so far, $0.06 left; this may exceed it by $0.03',
    );
    const { max_cost } = JSON.parse((await run(submitFox(...words, '1', '--json'))).stdout);
    expect(max_cost).toEqual({ max_cost_usd: 1, most_usd: 0.09, left_after_usd: 0.91 });
    const another = [
      ...['submit', 'a clip', '-m', 'vendor-b/video-2.5', '--duration', '-1'],
      ...['--sandbox', '--dry-run'],
    ];
    const unknown = await run([...another, '--max-cost', '1']);
    expect(unknown.stderr).toContain('$1.00 left; cost unknown: --assume-cost AMOUNT');
    expect(JSON.parse((await run([...another, '--json'])).stdout).max_cost).toBe(null);
  });

  it('holds for another attempt of a name that stands for a job already', async () => {
    const { price, run } = await priced();
    const words = ['submit', 'sandbox:provider_failed x', ...image, '--once', 'x'];
    expect((await run([...words, '--wait', '--max-cost', price.toFixed(6)])).code).toBe(5);
    const again = await run([...words, '--attempts', '3', '--max-cost', (price / 2).toFixed(6)]);
    expect(again.code, again.stderr).toBe(2);
    expect(again.stderr).toContain('--max-cost is $0.015');
    expect(JSON.parse((await run(['jobs', '--json'])).stdout).items).toHaveLength(2);
    const enough = await run([...words, '--attempts', '3', '--max-cost', price.toFixed(6)]);
    expect(enough.code, enough.stderr).toBe(5);
    expect(JSON.parse((await run(['jobs', '--json'])).stdout).items).toHaveLength(4);
  });

  it('has room for what was sent already, also as a revision, whatever else is in flight', async () => {
    const { run, set } = await priced();
    await run(submitFox('--once', 'hero'));
    const revised = ['submit', 'a wolf', ...image, '--once', 'hero', '--revise'];
    const sent = await run([...revised, '-q']);
    await run(['submit', 'a clip', '-m', 'vendor-b/video-2.5', '--sandbox']);
    await set('budget.day', 5);
    const again = await run([...revised, '-q', '--max-cost', '0']);
    expect([again.code, again.stdout], again.stderr).toEqual([0, sent.stdout]);
  });

  it('and what does nothing is told', async () => {
    const { run } = newHome();
    expect((await run(submitFox('--over-budget'))).stderr).toContain(
      '--over-budget has no effect: no budget is set',
    );
    expect((await run(submitFox('--assume-cost', '1'))).stderr).toContain('--assume-cost has no effect');
  });
});

describe('what is left', () => {
  it('is told by costs, doctor, config list and a dry run', async () => {
    const { price, run, set } = await priced();
    await set('budget.day', price * 3);
    const left = `$${(price * 2).toFixed(2)} left`;
    const costs = await run(['costs', '--sandbox']);
    expect((await run(['auth', 'status', '--sandbox'])).stdout).toContain(left);
    expect(costs.stderr).toContain(`today's sandbox budget, $${(price * 3).toFixed(2)}:`);
    expect(costs.stderr).toContain(left);
    expect((await run(['doctor', '--sandbox'])).stdout).toContain(left);
    expect((await run(['config', 'list'])).stdout).toMatch(/^budget\.day\s+0\.\d+/m);
    const dry = await run(submitFox('--dry-run'));
    expect(dry.stderr).toContain(`${left}; $${price.toFixed(2)} after this`);
    const { budgets } = JSON.parse((await run(submitFox('--dry-run', '--json'))).stdout);
    expect(budgets).toMatchObject([{ period: 'day', left_after_usd: price }]);
    expect(JSON.parse((await run(['costs', '--json'])).stdout).budgets).toMatchObject([
      { profile: 'sandbox', period: 'day', charged_usd: price, reserved_usd: 0 },
    ]);
    await set('budget.day', 0);
    const doctor = await run(['doctor', '--sandbox']);
    expect(doctor.stdout).toMatch(/budget\s+warn.*for good, set a larger budget\.day$/m);
  });
});

describe('a budget that is mistyped', () => {
  it.each(['abc', '-5', '1e3', '5€', '.5', '5.'])('%s is never mended to none', async (amount) => {
    const { run } = newHome();
    const hint = async (...words: string[]): Promise<string> =>
      JSON.parse((await run(words)).stderr).error.hint;
    expect(await hint('config', 'set', 'budget.month', '--json', '--', amount)).toBe(
      'genctl config set budget.month AMOUNT',
    );
    expect(await hint('submit', 'a fox', `--max-cost=${amount}`, '--json')).toContain('--max-cost=AMOUNT');
    expect(await hint('submit', 'a fox', `--assume-cost=${amount}`, '--json')).toContain(
      '--assume-cost=AMOUNT',
    );
  });

  it('by its name is set by a line that is told in words', async () => {
    const { run } = newHome();
    const wrong = ['auth', 'set', 'budgt.day', '20', '--profile', 'studio', '--json'];
    const { error } = JSON.parse((await run(wrong)).stderr);
    expect([error.hint, error.fix]).toEqual(['genctl auth set budget.day 20 --profile studio', null]);
  });

  it('or meant for one account is not set for all', async () => {
    const { home, run } = newHome();
    const { account } = await serveSandbox(home);
    const { GENCTL_API_KEY: key, GENCTL_BASE_URL: url } = account;
    await run(['auth', 'login', '--profile', 'studio', '--base-url', url], { stdin: `${key}\n` });
    await run(['auth', 'set', 'budget.day', '1', '--profile', 'studio']);
    await run(['config', 'set', 'budget.day', '20']);
    for (const [words, mend] of [
      [['set', 'budget.day', '2'], 'genctl auth set budget.day 2 --profile studio'],
      [['unset', 'budget.day'], "genctl auth set budget.day '' --profile studio"],
      [
        ['set', 'upload_command', '["put", "x y"]'],
        `genctl auth set upload_command '["put","x y"]' --profile studio`,
      ],
    ] as const) {
      const ended = await run(['config', ...words, '--profile', 'studio']);
      expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining(mend)]);
    }
    expect((await run(['config', 'set', 'budget.day', '2', '--sandbox'])).code).toBe(2);
    const all = await run(['config', 'set', 'model', 'a/b', '--sandbox', '--json']);
    expect(JSON.parse(all.stderr).error.hint).toBe('genctl config set model a/b');
    const sandbox = await run(['auth', 'set', 'budget.day', '2', '--profile', 'sandbox', '--json']);
    expect(JSON.parse(sandbox.stderr).error).toMatchObject({
      code: 'profile_reserved',
      message: "the setting budget.day can't be set for the sandbox alone",
      hint: 'genctl config set budget.day 2',
    });
    expect((await run(['config', 'get', 'budget.day'])).stdout).toBe('20\n');
    expect((await run(['config', 'get', 'budget.day', '--profile', 'studio'])).stdout).toBe('1\n');
    expect((await run(['config', 'get', 'budget.day', '--sandbox'])).stdout).toBe('20\n');
  });
});
