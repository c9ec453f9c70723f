import { describe, expect, it } from 'vitest';
import type { Account } from '../../../src/account/account.ts';
import { programKey } from '../../../src/account/keys/program-key.ts';
import { UnreachableError } from '../../../src/errors/endings.ts';
import { provenClaimant } from '../../../src/submit/account/proven-claimant.ts';
import { ledgerInTemp } from '../../ledger/fixtures/open-ledger.ts';
import { intent, jobRecord, startMs, workAccount } from '../../ledger/fixtures/records.ts';

const account: Account = {
  profile: 'work',
  baseUrl: 'https://api.example.com',
  embedded: false,
  keySource: 'command',
  stored: undefined,
};
const fingerprintOf = (apiKey: string): string => `f1-0a1b2c3d-${apiKey}`;

interface MadeJob {
  apiKey: string;
  key_source?: 'command' | 'environment';
  /** ISO 8601. */
  retention_until?: string;
}

/** The claimant of the key `k2`, in a ledger whose jobs were made with these keys, the newest last. `sees` tells of each look, by its id. */
async function claimantAmong(jobs: readonly MadeJob[], sees: (id: string) => Promise<boolean>) {
  const { ledger } = ledgerInTemp();
  for (const [at, { apiKey, key_source = 'command', retention_until }] of jobs.entries()) {
    const made = intent({ idempotency_key: `made-${at}`, account: fingerprintOf(apiKey), key_source });
    await ledger.claimIntent(made);
    const record = jobRecord(`job_${at}`, { intent: made });
    await ledger.recordJob({
      ...record,
      job: { ...record.job, ...(retention_until && { retention_until }) },
    });
  }
  const key = programKey('k2', async () => 'k3');
  const looks: string[] = [];
  const proven = await provenClaimant({
    ...{ account, key, ledger },
    nowMs: () => startMs,
    claimantOf: async (_, apiKey = '') => ({
      ...workAccount,
      key_source: 'command' as const,
      account: fingerprintOf(apiKey),
    }),
    async sees({ id }) {
      looks.push(id);
      // The key ends during the look.
      if (looks.length === 1 && jobs.length === 4) await key.replace('k2', 1);
      return sees(id);
    },
  });
  const { claimError, claimant, claimedKey } = proven;
  return { looks, claimedKey, account: claimant.account, claimError: claimError?.code };
}

const seen = async () => true;
const unseen = async () => false;
const k1 = { apiKey: 'k1' };
const k0 = { apiKey: 'k0' };
const own = { claimedKey: 'k2', account: fingerprintOf('k2'), claimError: undefined };

describe('another key of a profile claims', () => {
  it('for the account of the newest job that it sees', async () => {
    const proven = await claimantAmong([k0, k1], seen);
    expect(proven).toEqual({ ...own, looks: ['job_1'], account: fingerprintOf('k1') });
  });

  it('by a look with the key that it claims with', async () => {
    const proven = await claimantAmong([k0, k0, k0, k1], seen);
    const account = fingerprintOf('k1');
    expect(proven).toEqual({ ...own, looks: ['job_3', 'job_3'], claimedKey: 'k3', account });
  });

  it('for the account of a job that the service lost, if it sees an older one of it', async () => {
    const proven = await claimantAmong([k1, k1], async (id) => id === 'job_0');
    expect(proven).toEqual({ ...own, looks: ['job_1', 'job_0'], account: fingerprintOf('k1') });
  });

  it('for itself if there is no job of the profile', async () => {
    expect(await claimantAmong([], unseen)).toEqual({ ...own, looks: [] });
    expect(await claimantAmong([{ apiKey: 'k1', key_source: 'environment' }], unseen)).toEqual({
      ...own,
      looks: [],
    });
  });

  it('for itself if the service may have forgotten the job that it does not see', async () => {
    const forgotten = { ...k1, retention_until: '2025-03-10T11:00:00Z' };
    expect(await claimantAmong([forgotten], unseen)).toEqual({ ...own, looks: ['job_0'] });
  });
});

describe('another key of a profile claims nothing', () => {
  it.each([
    ['if it does not see the newest job', [k1]],
    ['if a variable gave the key of a newer job', [k1, { apiKey: 'k7', key_source: 'environment' as const }]],
  ])('%s', async (_, jobs) => {
    const claimError = 'key_of_another_account';
    expect(await claimantAmong(jobs, unseen)).toEqual({ ...own, looks: ['job_0'], claimError });
  });

  it('by a job of another account than that of the newest one', async () => {
    const proven = await claimantAmong([k0, k1], async (id) => id === 'job_0');
    expect(proven).toMatchObject({ looks: ['job_1'], claimError: 'key_of_another_account' });
  });

  it('if the look fails', async () => {
    const away = new UnreachableError({ code: 'away', message: 'no way' });
    expect(await claimantAmong([k1], () => Promise.reject(away))).toMatchObject({ claimError: 'away' });
  });
});

it('the key that made the newest job looks at nothing', async () => {
  expect(await claimantAmong([k1, { apiKey: 'k2' }], seen)).toEqual({ ...own, looks: [] });
});
