import { describe, expect, it } from 'vitest';
import { serveSandbox } from './fixtures/served-sandbox.ts';
import { newHome } from './genctl.ts';

const fox = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--assume-cost', '0.03', '--wait'];

/** A home whose profile has spent $0.09 of a budget of $0.10, and the variables that give its key. */
async function spentByProfile() {
  const { home, run } = newHome();
  const { account: env, jobIds } = await serveSandbox(home);
  const login = (name: string, key = env.GENCTL_API_KEY) =>
    run(['auth', 'login', '--profile', name, '--base-url', env.GENCTL_BASE_URL], { stdin: `${key}\n` });
  await login('p');
  for (let job = 0; job < 3; job += 1) expect((await run([...fox, '--profile', 'p'])).code).toBe(0);
  await run(['config', 'set', 'budget.day', '$0.10', '--yes']);
  expect((await run([...fox, '--profile', 'p'])).code).toBe(2);
  return { env, jobIds, login, run };
}

describe('a budget of an account', () => {
  it('is one for all profiles and variables with its key', async () => {
    const { env, jobIds, login, run } = await spentByProfile();
    expect((await run(fox, { env })).code).toBe(2);
    await login('p2');
    expect((await run([...fox, '--profile', 'p2'])).stderr).toContain('$0.09 charged today');
    expect(jobIds()).toHaveLength(3);
    const { budgets, total_usd } = JSON.parse((await run(['costs', '--profile', 'p2', '--json'])).stdout);
    expect([total_usd, budgets[0].charged_usd, budgets[0].profile]).toEqual([0.09, 0.09, 'p2']);
  });

  it('holds by the settings in force for the line', async () => {
    const { jobIds, login, run } = await spentByProfile();
    await login('p2');
    await run(['auth', 'set', 'budget.day', '$0.12', '--profile', 'p2']);
    expect((await run([...fox, '--profile', 'p2'])).code).toBe(0);
    expect((await run([...fox, '--profile', 'p2'])).code).toBe(2);
    expect(jobIds()).toHaveLength(4);
  });

  it('stays that of its profile once the key is another, and is not that of another account', async () => {
    const { env, jobIds, login, run } = await spentByProfile();
    const [account] = env.GENCTL_API_KEY.split('.');
    await login('p', `${account}.k9`);
    expect((await run([...fox, '--profile', 'p'])).stderr).toContain('$0.09 charged today');
    expect(jobIds()).toHaveLength(3);
    await login('others', 'sbx_others.k1');
    const { code, stderr } = await run([...fox, '--profile', 'others', '--dry-run']);
    expect([code, stderr]).toEqual([0, expect.stringContaining('$0.00 charged today')]);
  });
});
