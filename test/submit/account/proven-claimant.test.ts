import { describe, expect, it } from 'vitest';
import type { Account } from '../../../src/account/account.ts';
import { programKey } from '../../../src/account/keys/program-key.ts';
import { UnreachableError } from '../../../src/errors/endings.ts';
import { provenClaimant } from '../../../src/submit/account/proven-claimant.ts';
import { ledgerInTemp } from '../../ledger/fixtures/open-ledger.ts';
import { intent, jobRecord, workAccount } from '../../ledger/fixtures/records.ts';

const account: Account = {
  profile: 'work',
  baseUrl: 'https://api.example.com',
  embedded: false,
  keySource: 'command',
  stored: undefined,
};
const fingerprintOf = (apiKey: string): string => `f1-0a1b2c3d-${apiKey}`;

/** The claimant of the key `k2`, in a ledger whose jobs were made with these keys, the newest last. */
async function claimantAmong(
  jobs: readonly { apiKey: string; key_source?: 'command' | 'environment' }[],
  sees: () => Promise<boolean>,
) {
  const { ledger } = ledgerInTemp();
  for (const [at, { apiKey, key_source = 'command' }] of jobs.entries()) {
    const made = intent({ idempotency_key: `made-${at}`, account: fingerprintOf(apiKey), key_source });
    await ledger.claimIntent(made);
    await ledger.recordJob(jobRecord(`job_${at}`, { intent: made }));
  }
  const key = programKey('k2', async () => 'k3');
  const looks: string[] = [];
  const proven = await provenClaimant({
    ...{ account, key, ledger },
    claimantOf: async (_, apiKey = '') => ({
      ...workAccount,
      key_source: 'command' as const,
      account: fingerprintOf(apiKey),
    }),
    async sees({ id }) {
      looks.push(id);
      // The key ends during the first look.
      if (looks.length === 1 && jobs.length === 3) await key.replace('k2', 1);
      return sees();
    },
  });
  return { looks, claimedKey: proven.claimedKey, account: proven.claimant.account };
}

const seen = async () => true;
const k1 = { apiKey: 'k1' };

describe('another key of a profile claims', () => {
  it('for the account of the newest job that it sees', async () => {
    const proven = await claimantAmong([{ apiKey: 'k0' }, k1], seen);
    expect(proven).toEqual({ looks: ['job_1'], claimedKey: 'k2', account: fingerprintOf('k1') });
  });

  it('by a look with the key that it claims with', async () => {
    const proven = await claimantAmong([{ apiKey: 'k0' }, { apiKey: 'k0' }, k1], seen);
    expect(proven).toEqual({ looks: ['job_2', 'job_2'], claimedKey: 'k3', account: fingerprintOf('k1') });
  });

  it.each([
    ['it does not see that job', [k1], async () => false],
    ['the look fails', [k1], () => Promise.reject(new UnreachableError({ code: 'x', message: 'no way' }))],
    ['there is none', [], seen],
    ['a variable gave the key of that job', [{ apiKey: 'k1', key_source: 'environment' as const }], seen],
  ])('for itself where %s', async (_, jobs, sees) => {
    expect((await claimantAmong(jobs, sees)).account).toBe(fingerprintOf('k2'));
  });
});

it('the key that made the newest job looks at nothing', async () => {
  const proven = await claimantAmong([k1, { apiKey: 'k2' }], seen);
  expect(proven).toEqual({ looks: [], claimedKey: 'k2', account: fingerprintOf('k2') });
});
