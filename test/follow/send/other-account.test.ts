import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Account } from '../../../src/account/account.ts';
import { printOtherAccounts } from '../../../src/follow/send/other-account.ts';
import type { LedgerMeans } from '../../../src/ledger/ledger-means.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { keptTerminal } from '../../terminal/looks.ts';

const profiles = {
  studio: { base_url: 'https://api.example.com', api_key: 'k1' },
  client: { base_url: 'https://api.example.com', api_key: 'k2' },
};

/** What is printed before requests go to accounts, on a line with these flags. */
async function printedFor(accounts: readonly Pick<Account, 'baseUrl' | 'profile'>[], globals = {}) {
  const home = temporaryFolder('genctl-other-account-');
  mkdirSync(home, { recursive: true });
  const config = { settings: {}, profiles, default_profile: 'studio' };
  writeFileSync(join(home, 'config.json'), JSON.stringify(config));
  const { stderr, terminal } = await keptTerminal(undefined, {});
  const means = { around: { environment: {} }, globals, home: async () => home, terminal };
  await printOtherAccounts(means as unknown as LedgerMeans, accounts as readonly Account[]);
  return stderr.text;
}

const client = { profile: 'client', baseUrl: 'https://api.example.com' };

it('names the account that is charged, unless the line uses it by itself', async () => {
  const told =
    'This goes to client at https://api.example.com, which charges for it; the account in use is studio.\n';
  expect(await printedFor([client, client])).toBe(told);
  expect(await printedFor([{ ...client, profile: 'studio' }])).toBe('');
  expect(await printedFor([client], { profile: 'client' })).toBe('');
  expect(await printedFor([{ profile: 'sandbox', baseUrl: 'sandbox:' }])).toContain('charges nothing real');
});
