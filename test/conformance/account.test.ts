import { describe, expect, it } from 'vitest';
import { createDeployment } from '../../src/sandbox/deployment.ts';
import { accountBalance } from '../sandbox/fixtures/account-balance.ts';
import { service } from '../sandbox/fixtures/service.ts';

/** §1.5, §3.2 and §8.14: what a job costs is seen in the account, since v1 shows no price. */
function accounted() {
  const one = service();
  const balance = () => accountBalance(createDeployment(one.settings), 'sbx_local');
  return { ...one, balance };
}

const content = [{ type: 'text', text: 'a red fox trots through fresh snow' }];
const options = { content, duration: 6, resolution: '720p' };
const taskPath = '/v1/vendor-b/contents/generations/tasks';

async function chargeOf(options: object, api: 'v1' | 'v2', scenario?: string): Promise<number> {
  const { ask, submit, clock, balance } = accounted();
  const asked = scenario === undefined ? {} : { scenario };
  const before = balance();
  const { status } =
    api === 'v1'
      ? await ask(taskPath, { method: 'POST', body: { model: 'vendor-b/video-2.5', ...options }, ...asked })
      : await submit({ model: 'vendor-b/video-2.5', input: options }, asked);
  expect(status).toBeLessThan(300);
  expect(balance().heldUsd).toBeGreaterThan(before.heldUsd);
  expect(balance().balanceUsd).toBe(before.balanceUsd);
  clock.advanceSeconds(2_000);
  expect(balance().heldUsd).toBe(0);
  return before.balanceUsd - balance().balanceUsd;
}

describe('the account', () => {
  it.each([{}, { resolution: '1080p' }, { duration: 12 }, { draft: true, resolution: '480p' }])(
    'is charged by v1 what it is charged by v2: %j',
    async (more) => {
      const charge = await chargeOf({ ...options, ...more }, 'v2');
      expect(charge).toBeGreaterThan(0);
      expect(await chargeOf({ ...options, ...more }, 'v1')).toBeCloseTo(charge, 9);
    },
  );

  it.each(['v1', 'v2'] as const)('gets all of the hold back when a job of %s fails', async (api) => {
    expect(await chargeOf(options, api, 'provider_failed')).toBe(0);
  });

  it('pays nothing for the closing still', async () => {
    const charge = await chargeOf(options, 'v1');
    expect(await chargeOf({ ...options, return_last_frame: true }, 'v1')).toBeCloseTo(charge, 9);
  });
});
