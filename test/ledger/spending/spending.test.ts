import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Intent } from '../../../src/ledger/record.ts';
import { recordBytes } from '../../../src/ledger/records/parse.ts';
import { intent } from '../fixtures/records.ts';
import { likeness, made, opened, scope, usd } from '../fixtures/spending.ts';

describe('a claim under a budget', () => {
  it('reserves the dearest charge of its like, and what is assumed where none is known', async () => {
    const { claim, finish, record, spent } = opened();
    const first = await made(claim({}, { assumed: 2 }));
    expect(first.reserved_usd).toBe(2);
    await record('job_1', first);
    expect(await spent()).toEqual([0, 0, 2]);
    await finish('job_1', 0.5);
    expect(await spent()).toEqual([0.5, 0.5, 0]);
    const cheaper = await made(claim());
    await record('job_2', cheaper);
    await finish('job_2', 0.4);
    expect((await made(claim({}, { assumed: 9 }))).reserved_usd).toBe(0.5);
  });

  it('is refused for a price that nobody knows, and v1 never tells one', async () => {
    const { claim, finish, record } = opened();
    expect(await claim()).toBe('unpriced');
    const known = await made(claim({}, { assumed: 1 }));
    await record('job_1', known);
    await finish('job_1', 1);
    expect(await claim({ model: 'another' })).toBe('unpriced');
    expect(await claim({ route: 'tasks' })).toBe('unpriced');
    expect((await made(claim({ route: 'tasks' }, { assumed: 3 }))).reserved_usd).toBe(3);
  });

  it('is made up to the budget, and not beyond', async () => {
    const { claim } = opened();
    const terms = { budget: 1, assumed: 0.4 };
    expect(typeof (await claim({}, terms))).toBe('object');
    expect(typeof (await claim({}, terms))).toBe('object');
    expect(await claim({}, terms)).toBe('over');
    expect(typeof (await claim({}, { budget: 1.2, assumed: 0.4 }))).toBe('object');
  });

  it('comes after others of the same process that ask at the same time', async () => {
    const { claim, spent } = opened();
    const claims = await Promise.all(
      Array.from({ length: 20 }, () => claim({}, { budget: 1, assumed: 0.1 })),
    );
    expect(claims.filter((one) => typeof one === 'object')).toHaveLength(10);
    expect(await spent()).toEqual([0, 0, 1]);
  });

  it('counts for those that share its lock', async () => {
    const { ledger } = opened();
    const spending = await ledger.spending(scope, likeness);
    const refusals = await Promise.all(
      Array.from({ length: 20 }, (_, number) => {
        const wanted = intent({ idempotency_key: `k${number}` });
        const make = async (own: Intent) => void (await ledger.claimToSend(own, own.created_at));
        const budgets = { day: usd, month: undefined };
        return spending.claim({ intent: wanted, budgets, assumed: usd / 10, make });
      }),
    );
    expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(10);
    expect(await ledger.unsettledCount()).toBe(10);
  });

  it('reserves nothing more under a key that is claimed', async () => {
    const { claim, spent } = opened();
    const first = await made(claim({ once: 'hero', idempotency_key: 'g1-hero' }, { budget: 1, assumed: 1 }));
    await made(claim({ once: 'hero', idempotency_key: 'g1-hero' }, { budget: 1, assumed: 1 }));
    expect(await spent()).toEqual([0, 0, first.reserved_usd]);
  });

  it('is free again once it was refused, and stays while its outcome is unknown', async () => {
    const { claim, ledger, spent } = opened();
    const refused = await made(claim({}, { assumed: 1 }));
    await made(claim({}, { assumed: 2 }));
    await ledger.recordRefusal(refused, { at: refused.created_at, status: 400, code: null, message: null });
    expect(await spent()).toEqual([0, 0, 2]);
  });

  it('counts nothing for a job that failed', async () => {
    const { claim, ledger, record, spent } = opened();
    await record('job_1', await made(claim({}, { assumed: 1 })));
    await ledger.updateJob('job_1', (known) => ({ ...known, job: { ...known.job, status: 'failed' } }));
    expect(await spent()).toEqual([0, 0, 0]);
  });

  it.each([
    { charge: 0, counts: 0 },
    // It says nothing, so that the job counts for what it reserved.
    { charge: -1, counts: 1 },
  ])('learns no price from a charge of $charge', async ({ charge, counts }) => {
    const { claim, finish, folder, record, spent } = opened();
    await record('job_1', await made(claim({}, { assumed: 1 })));
    await finish('job_1', charge);
    expect(await claim()).toBe('unpriced');
    rmSync(join(folder, 'spending'), { recursive: true });
    expect(await claim()).toBe('unpriced');
    expect(await spent()).toEqual([counts, counts, 0]);
  });

  it('sees what was charged since, before it is refused', async () => {
    const { claim, finish, record } = opened();
    for (let n = 0; n < 60; n += 1) await record(`job_${n}`, await made(claim({}, { assumed: 0.1 })));
    expect(await claim({}, { budget: 6, assumed: 0.1 })).toBe('over');
    for (let n = 0; n < 60; n += 1) await finish(`job_${n}`, 0.05);
    expect(typeof (await claim({}, { budget: 6, assumed: 0.1 }))).toBe('object');
  });
});

describe('a request whose intent is there beside its job, as a process leaves them that is killed in between', () => {
  async function withBoth() {
    const under = opened();
    const own = await made(under.claim({}, { assumed: 2 }));
    await under.record('job_1', own);
    const left = join(under.folder, 'open', `${own.idempotency_key}.json`);
    writeFileSync(left, recordBytes(own));
    /** What is spent by the index, and by one that is made anew. */
    const spentTwice = async () => {
      const known = await under.spent();
      rmSync(join(under.folder, 'spending'), { recursive: true });
      return [known, await under.spent()];
    };
    return { ...under, spentTwice };
  }

  it('counts once while it runs', async () => {
    const { spentTwice } = await withBoth();
    expect(await spentTwice()).toEqual([
      [0, 0, 2],
      [0, 0, 2],
    ]);
  });

  it('counts once after it was charged', async () => {
    const { finish, spent, spentTwice } = await withBoth();
    await spent();
    await finish('job_1', 1.5);
    expect(await spentTwice()).toEqual([
      [1.5, 1.5, 0],
      [1.5, 1.5, 0],
    ]);
  });
});

describe('a claim whose process was suspended until it lost the lock', () => {
  it('is judged anew by what others have claimed meanwhile', async () => {
    const under = opened();
    const { folder, ledger } = under;
    const theirs = intent({ idempotency_key: 'k9', reserved_usd: 1 });
    const looks: string[] = [];
    /** Others come between the first look at the ledger and its end. */
    const othersCome = (): void => {
      looks.push('looked');
      if (looks.length > 1) return;
      const [lock = ''] = readdirSync(join(folder, 'spending')).filter((name) => name.endsWith('.lock'));
      rmSync(join(folder, 'spending', lock));
      writeFileSync(join(folder, 'open', 'k9.json'), recordBytes(theirs));
    };
    await ledger.claimIntent(intent({ idempotency_key: 'k8', profile: 'other' }));
    const compared = {
      ...likeness,
      of: (...job: Parameters<typeof likeness.of>) => {
        othersCome();
        return likeness.of(...job);
      },
    };
    const spending = await ledger.spending(scope, compared);
    const claimed: unknown[] = [];
    const refusal = await spending.claim({
      ...{ intent: intent({ idempotency_key: 'k1' }), assumed: usd },
      budgets: { day: usd, month: undefined },
      make: async (own) => void claimed.push(own),
    });
    expect(refusal?.kind).toBe('over');
    expect(claimed).toEqual([]);
  });
});

describe('jobs that no budget was asked for', () => {
  it('count as well: what they were charged, and the dearest of their like', async () => {
    const { claim, finish, record, spent } = opened();
    await record('job_1', intent({ idempotency_key: 'k1' }));
    await finish('job_1', 3);
    await record('job_2', intent({ idempotency_key: 'k2' }));
    expect(await spent()).toEqual([3, 3, 3]);
    expect(await claim({}, { budget: 8 })).toBe('over');
    expect(typeof (await claim({}, { budget: 9 }))).toBe('object');
  });

  it('keep others from being sent while nobody knows what they cost', async () => {
    const { claim, finish, record } = opened();
    await record('job_1', intent({ idempotency_key: 'k1', model: 'another' }));
    await record('job_2', await made(claim({}, { assumed: 1 })));
    await finish('job_2', 1);
    expect(await claim()).toBe('unpriced');
    const priced = { assumed: 2 };
    expect(typeof (await claim({}, { budget: 4, ...priced }))).toBe('object');
    expect(await claim({}, { budget: 4, ...priced })).toBe('over');
  });

  it('do not where no budget of day or month holds', async () => {
    const { claim, finish, record } = opened();
    await record('job_1', intent({ idempotency_key: 'k1', model: 'another' }));
    await record('job_2', await made(claim({}, { assumed: 1 })));
    await finish('job_2', 1);
    expect(await made(claim({}, { budget: undefined }))).toMatchObject({ reserved_usd: 1 });
  });

  it('and those of other machines, which are looked up by their ids, once they were charged', async () => {
    const { claim, finish, record, spent } = opened();
    await record('job_1', null);
    expect(typeof (await claim({}, { assumed: 1 }))).toBe('object');
    await finish('job_1', 3);
    expect((await spent())[0]).toBe(3);
  });
});

describe('spending is of a profile at an origin', () => {
  it('so that neither charges nor prices of another service count', async () => {
    const { claim, finish, ledger, record, spent } = opened();
    const elsewhere = { profile: 'sandbox', base_url: 'sandbox:', account: undefined };
    await record('job_1', intent({ idempotency_key: 'k1', ...elsewhere }));
    await finish('job_1', 7);
    await record(
      'job_2',
      intent({ idempotency_key: 'k2', base_url: 'https://other.example.com', account: 'f1-0a1b2c3d-00' }),
    );
    await finish('job_2', 5);
    expect(await spent()).toEqual([0, 0, 0]);
    expect(await claim()).toBe('unpriced');
    const ofSandbox = await ledger.spending(
      { profile: 'sandbox', origin: 'https://api.sandbox.invalid' },
      likeness,
    );
    expect((await ofSandbox.look()).spent.charged.day).toBe(7 * usd);
  });
});
