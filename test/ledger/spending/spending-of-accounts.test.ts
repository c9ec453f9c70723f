import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { workAccount } from '../fixtures/records.ts';
import { likeness, made, opened, scope, usd } from '../fixtures/spending.ts';

describe('spending is of an account, whatever profiles it has', () => {
  const account = { ...scope, account: workAccount.account, key_source: 'stored' } as const;
  const profiles = [account, { ...account, profile: 'other' }];

  it('so that profiles of one key share the sum, and the lock of their claims', async () => {
    const { claim: claimFirst, folder, spent } = opened(account);
    const { claim: claimSecond } = opened({ ...account, profile: 'other' }, likeness, folder);
    const terms = { budget: 1, assumed: 0.1 };
    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        number % 2 === 0 ? claimFirst({}, terms) : claimSecond({ profile: 'other' }, terms),
      ),
    );
    expect(claims.filter((one) => typeof one === 'object')).toHaveLength(10);
    expect(await spent()).toEqual([0, 0, 1]);
  });

  it('so that an index that is read on counts what one made anew does', async () => {
    const { claim, finish, folder, ledger, record } = opened(account);
    const sums = async (): Promise<number[]> => {
      const spendings = await Promise.all(profiles.map((of) => ledger.spending(of, likeness)));
      return Promise.all(spendings.map(async (one) => (await one.look()).spent.charged.day / usd));
    };
    expect(await sums()).toEqual([0, 0]);
    await record('job_1', await made(claim({}, { assumed: 1 })));
    await record('job_2', await made(claim({ profile: 'other' }, { assumed: 1 })));
    await record('job_3', await made(claim({ profile: 'third', account: 'f1-0a1b2c3d-00' }, { assumed: 1 })));
    await record('job_4', await made(claim({ account: 'f1-0a1b2c3d-00' }, { assumed: 1 })));
    for (const [place, id] of ['job_1', 'job_2', 'job_3', 'job_4'].entries())
      await finish(id, 10 ** place / 1000);
    // The last one was made with an earlier key of the first profile.
    expect(await sums()).toEqual([1.011, 0.011]);
    rmSync(join(folder, 'spending'), { recursive: true });
    expect(await sums()).toEqual([1.011, 0.011]);
  });
});
