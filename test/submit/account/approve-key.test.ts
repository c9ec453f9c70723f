import { describe, expect, it } from 'vitest';
import type { Account } from '../../../src/account/account.ts';
import { UnreachableError } from '../../../src/errors/endings.ts';
import { createKeyApproval } from '../../../src/submit/account/approve-key.ts';
import { UnprovenKeyError } from '../../../src/submit/account/claim-again.ts';
import { failureOf } from '../../api/api-bench.ts';
import { ledgerInTemp } from '../../ledger/fixtures/open-ledger.ts';
import { intent, jobRecord, startMs, workAccount } from '../../ledger/fixtures/records.ts';

const account: Account = {
  profile: 'work',
  baseUrl: 'https://api.example.com',
  embedded: false,
  keySource: 'command',
  stored: { name: 'work', base_url: 'https://api.example.com', credential_command: ['print-key'] },
};
const claimant = { ...workAccount, key_source: 'command' } as const;
const secret = 'f1-0a1b2c3d';
const fingerprints: Record<string, string> = {
  first: claimant.account,
  next: `${secret}-00000000000000000000000000000002`,
};

/** The approval of an account that claims with the key `first`, and the jobs that were looked at. */
async function approval(look: 'seen' | 'not seen' | 'unreachable', jobs: string[] = [], nowMs = startMs) {
  const { ledger } = ledgerInTemp();
  for (const [at, fingerprint] of jobs.entries()) {
    const made = intent({ idempotency_key: `made-${at}`, account: fingerprint });
    await ledger.claimIntent(made);
    await ledger.recordJob(jobRecord(`job_${at}`, { intent: made }));
  }
  const looks: string[] = [];
  const approve = createKeyApproval({
    ...{ account, claimant, ledger },
    nowMs: () => nowMs,
    claimantOf: async (_, apiKey = '') => ({ ...claimant, account: fingerprints[apiKey] }),
    async sees({ id }) {
      looks.push(id);
      if (look === 'unreachable') throw new UnreachableError({ code: 'unreachable', message: 'no way' });
      return look === 'seen';
    },
  });
  return { approve, looks };
}

const own = [claimant.account];
const fresh = { apiKey: 'next', isOpen: false };
const open = { apiKey: 'next', isOpen: true };

describe('a submit leaves', () => {
  it('with another key that sees a job of the account, by one look for all submits', async () => {
    const { approve, looks } = await approval('seen', own);
    await Promise.all([approve(intent(), open), approve(intent({ idempotency_key: 'k2' }), fresh)]);
    expect(looks).toEqual(['job_0']);
  });

  it('with the key that it was claimed anew with', async () => {
    const { approve, looks } = await approval('not seen');
    await approve(intent({ account: fingerprints.next }), open);
    expect(looks).toEqual([]);
  });
});

describe('a submit that is open is not sent', () => {
  it.each([
    ['that sees no job of the account', 'not seen', own, 'does not see job_0'],
    ['whose account no job can show', 'seen', [], 'No job known here'],
    [
      'by a job of another key alone',
      'seen',
      [`${secret}-00000000000000000000000000000009`],
      'No job known here',
    ],
    ['whose look fails', 'unreachable', own, 'no way'],
  ] as const)('with a key %s', async (_, look, jobs, why) => {
    const { approve } = await approval(look, [...jobs]);
    const failure = await failureOf(approve(intent(), open));
    expect(failure).toMatchObject({
      exitCode: 13,
      code: 'account_not_told',
      why: expect.stringContaining(why),
    });
  });
});

describe('a submit that every attempt was refused', () => {
  it('is not sent with a key that sees no job of the account', async () => {
    const { approve } = await approval('not seen', own);
    expect(await failureOf(approve(intent(), fresh))).toMatchObject({
      exitCode: 3,
      code: 'key_of_another_account',
    });
  });

  it('is to be claimed anew where the service may have forgotten the job', async () => {
    const eightDaysMs = 8 * 24 * 60 * 60_000;
    const { approve } = await approval('not seen', own, startMs + eightDaysMs);
    expect(await failureOf(approve(intent(), fresh))).toBeInstanceOf(UnprovenKeyError);
  });

  it('is to be claimed anew where no job shows whose the key is', async () => {
    const { approve } = await approval('seen');
    const failure = await failureOf(approve(intent(), fresh));
    expect(failure).toBeInstanceOf(UnprovenKeyError);
    expect(failure).toMatchObject({ claimant: { profile: 'work', account: fingerprints.next } });
  });

  it('waits for a look that fails now, and looks again the next time', async () => {
    const { approve, looks } = await approval('unreachable', own);
    const failure = await failureOf(approve(intent(), fresh));
    expect(failure).toMatchObject({ exitCode: 9, jobId: undefined });
    await failureOf(approve(intent(), fresh));
    expect(looks).toEqual(['job_0', 'job_0']);
  });
});
