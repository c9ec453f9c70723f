import { describe, expect, it } from 'vitest';
import type { Account } from '../../../src/account/account.ts';
import type { Intent } from '../../../src/ledger/record.ts';
import { claimForEachKey, UnprovenKeyError } from '../../../src/submit/account/claim-again.ts';
import { failureOf } from '../../api/api-bench.ts';
import { ledgerInTemp } from '../../ledger/fixtures/open-ledger.ts';
import { intent, workAccount } from '../../ledger/fixtures/records.ts';

const account: Account = {
  profile: 'work',
  baseUrl: 'https://api.example.com',
  embedded: false,
  keySource: 'command',
  stored: { name: 'work', base_url: 'https://api.example.com', credential_command: ['print-key'] },
};

/** A submit whose key ends as often as that, each time before the service takes it up, and the claims that it made. */
function submitAfter(endedKeys: number) {
  const claims: (string | undefined)[] = [];
  async function submit({ account: claimed }: Intent): Promise<string> {
    claims.push(claimed);
    if (claims.length > endedKeys) return 'job_1';
    throw new UnprovenKeyError(account, { ...workAccount, account: `next-${claims.length}` });
  }
  return { claims, submit };
}

describe('a submit whose key ended is claimed anew', () => {
  it('for the account of each next key, with the same bytes', async () => {
    const { claims, submit } = submitAfter(2);
    const wanted = intent();
    expect(await claimForEachKey(wanted, ledgerInTemp(), submit)).toBe('job_1');
    expect(claims).toEqual([wanted.account, 'next-1', 'next-2']);
  });

  it('but not for ever, where the service accepts each key for looks alone', async () => {
    const { claims, submit } = submitAfter(1000);
    expect(await failureOf(claimForEachKey(intent(), ledgerInTemp(), submit))).toMatchObject({
      exitCode: 3,
      code: 'key_ended',
    });
    expect(claims).toHaveLength(4);
  });
});
