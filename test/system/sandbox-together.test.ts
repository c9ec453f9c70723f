import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { serveSandbox } from '../transcripts/fixtures/served-sandbox.ts';
import { submitTogether } from './fixtures/together.ts';

it('a sandbox loses and doubles no job of processes on one folder, in process and over HTTP', async () => {
  const home = temporaryFolder('genctl-');
  const { account, chargedUsd } = await serveSandbox(home);
  const folder = join(home, 'served', 'sandbox');
  const together = { folder, url: account.GENCTL_BASE_URL, processes: 6, each: 4 };
  const outcome = await submitTogether(together);
  expect(outcome).toMatchObject({ keys: 7 * 4, lost: 0, doubled: 0, submits: 6 * 8 });
  // All but the last are settled by the submit after them.
  expect(Math.round(chargedUsd() / 0.03)).toBe(7 * 4 - 1);
});
