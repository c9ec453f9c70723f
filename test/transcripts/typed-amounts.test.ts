import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { submitFox, unpriced } from './fixtures/priced-home.ts';
import { errorOf, newHome } from './genctl.ts';

const budget = ['config', 'set', 'budget.day'];
const get = ['config', 'get', 'budget.day'];
const shell = "A shell turns $20 into 0 and $20.50 into 0.50: type 20, or quote it as '$20'.";

/** A home with an account of its own. */
function studioHome() {
  const opened = newHome();
  mkdirSync(join(opened.home, 'genctl'));
  const studio = { base_url: 'http://127.0.0.1:9', api_key: 'sbx_key' };
  const config = { settings: {}, profiles: { studio }, default_profile: 'studio' };
  writeFileSync(join(opened.home, 'genctl/config.json'), JSON.stringify(config));
  return opened;
}

describe('a budget as a shell hands it on', () => {
  // `sh -c 'echo $20 $20.00 $20.50 $100'` prints these.
  it.each(['0', '0.00'])('%s is set only by --yes', async (left) => {
    const { run } = newHome();
    await run([...budget, '20']);
    const refused = await run([...budget, left]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('budget.day was not set to $0.00');
    expect(refused.stderr).toContain('A budget of 0 lets nothing be sent.');
    expect(refused.stderr).toContain(shell);
    expect(errorOf(await run([...budget, left, '--json']))).toMatchObject({
      code: 'budget_not_set',
      fix: null,
    });
    expect((await run(get)).stdout).toBe('20\n');
    const meant = await run([...budget, left, '--yes']);
    expect([meant.code, meant.stderr]).toEqual([
      0,
      'budget.day is now $0.00 a day (UTC) for each account: nothing can be sent.\n',
    ]);
    expect((await run(get)).stdout).toBe('0\n');
  });

  it.each([
    ['0.50', "for $0.50, type '$0.50' in quotes"],
    ['0.5', "for $0.50, type '$0.50' in quotes"],
    ['00', 'genctl config set budget.day AMOUNT'],
    ['000.00', 'genctl config set budget.day AMOUNT'],
    ['00.50', 'genctl config set budget.day AMOUNT'],
    ['.25', 'genctl config set budget.day AMOUNT'],
    ['', 'genctl config set budget.day AMOUNT'],
  ])('%j is refused, and the way to say it is told', async (left, mend) => {
    const { run } = newHome();
    for (const yes of [[], ['--yes']]) {
      const refused = await run([...budget, left, ...yes]);
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain(mend);
      expect(refused.stderr).toContain(shell);
    }
    expect((await run(get)).stdout).toBe('\n');
  });

  it.each([
    ['$0.50', '0.5', '$0.50'],
    ['$20', '20', '$20.00'],
    ['50.00', '50', '$50.00'],
  ])('%s is printed as what holds now', async (typed, value, shown) => {
    const { run } = newHome();
    const set = await run([...budget, typed]);
    expect([set.code, set.stdout, set.stderr]).toEqual([
      0,
      '',
      `budget.day is now ${shown} a day (UTC) for each account.\n`,
    ]);
    expect((await run(get)).stdout).toBe(`${value}\n`);
    expect((await run([...budget, typed, '-q'])).stderr).toBe('');
    const { stdout, stderr } = await run([...budget, typed, '--json']);
    expect([JSON.parse(stdout), stderr]).toEqual([
      { schema: 'genctl.setting/v1', name: 'budget.day', value: Number(value) },
      '',
    ]);
  });

  it('is printed beside the accounts that have their own', async () => {
    const { run } = studioHome();
    await run(['auth', 'set', 'budget.day', '5', '--profile', 'studio']);
    expect((await run([...budget, '20'])).stderr).toBe(
      'budget.day is now $20.00 a day (UTC) for each account, but studio has its own, $5.00.\n',
    );
    expect((await run(['config', 'set', 'budget.month', '300'])).stderr).toBe(
      'budget.month is now $300.00 a month (UTC) for each account.\n',
    );
  });
});

describe('the budget of an account', () => {
  const home = () => {
    const { run } = studioHome();
    const set = (...words: string[]) => run(['auth', 'set', 'budget.day', ...words, '--profile', 'studio']);
    const value = async () => (await run([...get, '--profile', 'studio'])).stdout;
    return { run, set, value };
  };

  it('is held to the same, and an empty text lifts none unasked', async () => {
    const { set, value } = home();
    expect((await set('$20')).stderr).toBe('budget.day of studio is now $20.00 a day (UTC).\n');
    for (const [left, told] of [
      ['0', 'budget.day of studio was not set to $0.00'],
      ['0.50', 'budget.day can\'t be "0.50"'],
      ['', 'budget.day of studio was not removed'],
    ] as const) {
      const refused = await set(left);
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(told)]);
      expect(refused.stderr).toContain("or quote it as '$20'");
      expect(await value()).toBe('20\n');
    }
    expect((await set('0', '--yes')).stderr).toBe(
      'budget.day of studio is now $0.00 a day (UTC): nothing can be sent.\n',
    );
    const removed = await set('', '--yes');
    expect([removed.code, removed.stderr]).toEqual([0, 'budget.day of studio is removed. It has none.\n']);
  });

  it('is printed as what holds once it is removed', async () => {
    const { run, set } = home();
    await run([...budget, '9']);
    await set('5');
    expect((await set('', '--yes')).stderr).toBe(
      'budget.day of studio is removed. That of each account holds, $9.00 a day (UTC).\n',
    );
  });
});

describe('an amount on a line that pays', () => {
  it('lets nothing pass for an assumed cost of 0', async () => {
    const { run } = newHome();
    for (const left of ['0', '0.00', '$0', '00', '']) {
      const refused = await run(submitFox('--assume-cost', left));
      expect([refused.code, refused.stdout]).toEqual([2, '']);
      expect(refused.stderr).toContain(`--assume-cost does not take "${left}"`);
      expect(refused.stderr).toContain("or quote it as '$20'");
    }
  });

  it('tells why a limit of 0 is one', async () => {
    const { run } = newHome();
    const refused = await run(submitFox('--max-cost', '0'));
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(shell);
  });

  it('is printed where it is the price of a job', async () => {
    const { run } = await unpriced();
    const fox = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--max-cost', '3', '--assume-cost', '0.80'];
    expect((await run(fox)).stderr).toContain('--assume-cost counts 1 job as $0.80\n');
    const takes = await run([...fox, '--takes', '2']);
    expect(takes.stderr).toContain('--assume-cost counts 2 jobs as $0.80 each\n');
    expect((await run([...fox, '-q'])).stderr).toBe('');
  });

  it('is taken with its dollar sign', async () => {
    const { run } = newHome();
    expect((await run(submitFox('--max-cost', '$2.50', '--assume-cost', '$0.80'))).code).toBe(0);
  });
});

describe('any other setting', () => {
  it.each([
    [['model', 'vendor-a/image-1'], 'model is now vendor-a/image-1.\n'],
    [['timeout', '20m'], 'timeout is now 20m.\n'],
    [['concurrency', '4'], 'concurrency is now 4.\n'],
    [['upload_command', '["put"]'], 'upload_command is now ["put"].\n'],
  ])('is printed as it holds: %j', async (words, told) => {
    const { run } = newHome();
    expect((await run(['config', 'set', ...words])).stderr).toBe(told);
  });

  it('is printed with what comes before it here', async () => {
    const { run } = newHome();
    const set = await run(['config', 'set', 'model', 'vendor-a/image-1'], {
      env: { GENCTL_MODEL: 'own/model' },
    });
    expect(set.stderr).toBe('model is now vendor-a/image-1. Here own/model comes first, by GENCTL_MODEL.\n');
    const unset = await run(['config', 'unset', 'concurrency']);
    expect(unset.stderr).toBe('concurrency is now 8.\n');
    const none = await run(['config', 'unset', 'model', '--json']);
    expect(JSON.parse(none.stdout)).toEqual({ schema: 'genctl.setting/v1', name: 'model', value: null });
  });
});
