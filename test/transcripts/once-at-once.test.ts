import { describe, expect, it } from 'vitest';
import { serveSandbox } from './fixtures/served-sandbox.ts';
import { newHome } from './genctl.ts';

const fox = ['submit', 'a red fox', '-m', 'vendor-a/image-1', '--set', 'size=96x64', '-q'];
const priceUsd = 0.03;

describe('one name is one job', () => {
  it('from two empty homes at the same time, charged once', async () => {
    const [one, other] = [newHome(), newHome()];
    const served = await serveSandbox(one.home);
    const words = [...fox, '--wait', '--once', 'hero'];
    const both = await Promise.all(
      [one, other].map(({ run }) => run(words, { env: served.account, ownProcess: true })),
    );
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(both[0]?.stdout).toBe(both[1]?.stdout);
    expect(served.jobIds()).toEqual([both[0]?.stdout.trim()]);
    await one.run(fox, { env: served.account });
    expect(served.chargedUsd()).toBeCloseTo(priceUsd);
  });

  it('of five processes at once in one home', async () => {
    const { home, run } = newHome();
    const served = await serveSandbox(home);
    const env = served.account;
    const all = await Promise.all(
      Array.from({ length: 5 }, () => run([...fox, '--once', 'hero'], { env, ownProcess: true })),
    );
    expect(all.map(({ code, stderr }) => `${code}${stderr}`)).toEqual(
      all.map(() => expect.stringMatching(/^0/)),
    );
    expect(new Set(all.map(({ stdout }) => stdout.trim()))).toEqual(new Set(served.jobIds()));
    expect(served.jobIds()).toHaveLength(1);
    expect((await run(['jobs', '-q'])).stdout.trim()).toBe(served.jobIds()[0]);
    expect((await run(['recover'])).stderr).toContain('Nothing to settle');
  });
});
