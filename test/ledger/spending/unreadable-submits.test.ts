import { appendFileSync, readdirSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Intent } from '../../../src/ledger/record.ts';
import type { SpendingScope } from '../../../src/ledger/spending/spending-index.ts';
import { workAccount } from '../fixtures/records.ts';
import { made, opened as openedStrictly, scope, usd } from '../fixtures/spending.ts';

/** A ledger that sets damaged files aside without a word. */
const opened = (of?: SpendingScope) => openedStrictly(of, undefined, undefined, () => {});

const fileOf = (folder: string, { idempotency_key }: Intent): string =>
  join(folder, 'open', `${idempotency_key}.json`);

describe('a submit whose intent can’t be read', () => {
  it('holds what its bytes still say that it reserved', async () => {
    const { claim, folder, spent } = opened();
    const open = await made(claim({}, { assumed: 0.5 }));
    appendFileSync(fileOf(folder, open), '{"schema":1');
    expect(await spent(usd)).toEqual([0, 0, 0.5]);
  });

  it('does not hold a number that may have lost digits', async () => {
    const { claim, folder, spent } = opened();
    const path = fileOf(folder, await made(claim({}, { assumed: 10 })));
    truncateSync(path, readFileSync(path, 'utf8').indexOf('"reserved_usd":10') + '"reserved_usd":1'.length);
    expect(await spent(12 * usd)).toEqual([0, 0, 12]);
  });

  it.each([
    ['is emptied', (path: string) => truncateSync(path, 0)],
    ['is no JSON', (path: string) => writeFileSync(path, Buffer.alloc(200))],
    ['was set aside', (path: string) => renameSync(path, `${path}.torn-1`)],
  ])('counts as the dearest job that is known where its file %s', async (_, damage) => {
    const { claim, finish, folder, record, spent } = opened();
    const done = await made(claim({ model: 'dear' }, { assumed: 2 }));
    await record('job_1', done);
    await finish('job_1', 2);
    const open = await made(claim({ model: 'cheap' }, { assumed: 0.5 }));
    if (_ === 'was set aside') truncateSync(fileOf(folder, open), 0);
    damage(fileOf(folder, open));
    expect(await spent()).toEqual([2, 2, 2]);
    expect(await claim({ model: 'cheap' }, { budget: 4.4, assumed: 0.5 })).toBe('over');
    expect(typeof (await claim({ model: 'cheap' }, { budget: 4.5, assumed: 0.5 }))).toBe('object');
  });

  it('counts as much as the job that asks where that is all that is known', async () => {
    const { claim, folder } = opened();
    truncateSync(fileOf(folder, await made(claim({}, { assumed: 0.5 }))), 0);
    expect(await claim({}, { budget: 0.9, assumed: 0.5 })).toBe('over');
    expect(typeof (await claim({}, { budget: 1, assumed: 0.5 }))).toBe('object');
  });

  it('of another account holds nothing here, where it still shows that', async () => {
    const { claim, folder, spent } = opened({ ...scope, account: workAccount.account, key_source: 'stored' });
    const theirs = await made(claim({ profile: 'other', account: 'f1-0a1b2c3d-00' }, { assumed: 0.5 }));
    truncateSync(fileOf(folder, theirs), JSON.stringify(theirs).length - 20);
    expect(await spent(usd)).toEqual([0, 0, 0]);
  });

  it('is counted once with its job, while that is recorded and once it is over', async () => {
    const { claim, finish, folder, record, spent } = opened();
    const open = await made(claim({}, { assumed: 0.5 }));
    const bytes = JSON.stringify(open);
    await record('job_1', open);
    // As a process leaves it that was ended between the record of its job and the end of its intent.
    writeFileSync(fileOf(folder, open), bytes.slice(0, 40));
    expect(await spent()).toEqual([0, 0, 0.5]);
    await finish('job_1', 0.25);
    expect(await spent()).toEqual([0.25, 0.25, 0]);
    expect(readdirSync(join(folder, 'open')).filter((name) => name.includes('.json'))).toHaveLength(1);
  });
});
