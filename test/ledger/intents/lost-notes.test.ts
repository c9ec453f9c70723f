import { readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settleUnreadable } from '../../../src/submit/recover/unreadable-submits.ts';
import { ledgerInTemp } from '../fixtures/open-ledger.ts';
import { at, intent, jobRecord, workAccount } from '../fixtures/records.ts';

const hero = { idempotency_key: 'g1-hero', once: 'hero' } as const;
const night = { idempotency_key: 'g1-night', once: 'night' } as const;

/** A ledger with the finished jobs of two names, opened anew by the next process. */
async function twoJobs(route: 'jobs' | 'tasks' = 'tasks') {
  const { folder, ledger } = ledgerInTemp();
  for (const [id, of] of [
    ['job_hero', hero],
    ['job_night', night],
  ] as const) {
    const made = intent({ ...of, route });
    await ledger.claimIntent(made);
    await ledger.recordJob(jobRecord(id, { intent: made, route }));
  }
  return { folder, keys: join(folder, 'keys'), wanted: intent({ ...hero, route }) };
}

function swap(folder: string): void {
  const [hero, night, between] = ['g1-hero.json', 'g1-night.json', 'between'].map((name) =>
    join(folder, name),
  );
  renameSync(hero as string, between as string);
  renameSync(night as string, hero as string);
  renameSync(between as string, night as string);
}

const known = { claimed: false, record: { id: 'job_hero' } };

describe.each(['jobs', 'tasks'] as const)('the key of a recorded job, on the route %s', (route) => {
  it('stays claimed where the folder of notes is gone, and is noted again', async () => {
    const { folder, keys, wanted } = await twoJobs(route);
    rmSync(keys, { recursive: true });
    const { ledger } = ledgerInTemp(folder);
    expect((await ledger.claimedKeys()).has('g1-hero')).toBe(true);
    expect(await ledger.findClaim(wanted)).toMatchObject(known);
    expect(await ledger.claimToSend(wanted, at(5))).toMatchObject(known);
    expect(readdirSync(keys)).toEqual(['g1-hero.json']);
  });

  it('stays claimed where its note alone is gone', async () => {
    const { folder, keys, wanted } = await twoJobs(route);
    rmSync(join(keys, 'g1-hero.json'));
    expect(await ledgerInTemp(folder).ledger.claimIntent(wanted)).toMatchObject(known);
  });

  it('leads to its own job where its note was swapped with another one', async () => {
    const { folder, keys, wanted } = await twoJobs(route);
    swap(keys);
    const under = ledgerInTemp(folder);
    const { ledger } = under;
    expect(await ledger.claimIntent(wanted)).toMatchObject(known);
    expect((await settleUnreadable(ledger)).open).toEqual([]);
    expect(readFileSync(join(keys, 'g1-hero.json'), 'utf8')).toContain('job_hero');
    expect(readFileSync(join(keys, 'g1-night.json'), 'utf8')).toContain('job_night');
    expect(under.warnings.join()).toContain('g1-night.json is damaged');
    expect(await ledger.claimIntent(wanted)).toMatchObject(known);
  });
});

describe('the key of a job whose note is gone', () => {
  it('is not free where the record can’t be read and the index still tells of it', async () => {
    const { folder, keys, wanted } = await twoJobs();
    const { ledger } = ledgerInTemp(folder);
    await ledger.updateJob('job_hero', (record) => ({
      ...record,
      job: { ...record.job, status: 'succeeded', cost_usd: 1 },
    }));
    await ledger.survey({}, () => {});
    rmSync(keys, { recursive: true });
    const [month = ''] = readdirSync(join(folder, 'done'));
    truncateSync(join(folder, 'done', month, 'job_hero.json'), 0);
    const after = ledgerInTemp(folder);
    await expect(after.ledger.claimIntent(wanted)).rejects.toMatchObject({ code: 'intent_torn' });
    expect(after.warnings.join()).toContain('job_hero');
  });

  it('is free for another account', async () => {
    const { folder, keys, wanted } = await twoJobs();
    rmSync(keys, { recursive: true });
    const theirs = { ...wanted, profile: 'other', account: 'f1-0a1b2c3d-ffffffffffffffffffffffffffffffff' };
    expect(await ledgerInTemp(folder).ledger.claimIntent(theirs)).toEqual({ claimed: true });
  });

  it('is listed by recover where the record and the note are both filled with NULs', async () => {
    const { folder, keys } = await twoJobs();
    const [month = ''] = readdirSync(join(folder, 'done'));
    for (const path of [join(keys, 'g1-hero.json'), join(folder, 'done', month, 'job_hero.json')])
      writeFileSync(path, Buffer.alloc(300));
    const under = ledgerInTemp(folder);
    expect((await settleUnreadable(under.ledger)).open).toMatchObject([{ intent: { key: 'g1-hero' } }]);
    expect(under.warnings.length).toBeGreaterThan(0);
  });
});

describe.each(['jobs', 'tasks'] as const)(
  'open submits whose files were renamed, on the route %s',
  (route) => {
    const wanted = intent({ ...hero, route, first_sent_at: at(1) });
    const other = intent({ ...night, route, first_sent_at: at(1) });
    async function twoOpen() {
      const { folder, ledger } = ledgerInTemp();
      await ledger.claimIntent(wanted);
      await ledger.claimIntent(other);
      return { folder, open: join(folder, 'open') };
    }

    it('are never sent or freed while they are swapped, and lead back to their names', async () => {
      const { folder, open } = await twoOpen();
      swap(open);
      const under = ledgerInTemp(folder);
      for (const one of [wanted, other]) {
        const refused = { code: 'intent_torn', hint: expect.stringMatching(/^a file was renamed/) };
        await expect(under.ledger.claimIntent(one)).rejects.toMatchObject(refused);
        await expect(under.ledger.findClaim(one)).rejects.toMatchObject(refused);
        await expect(under.ledger.markSent(one, at(2))).rejects.toMatchObject(refused);
      }
      expect(await under.ledger.unsettled()).toEqual([]);
      const submits = await under.ledger.unreadable();
      expect(submits.map(({ intent: { key } }) => key)).toEqual(['g1-hero', 'g1-night']);
      for (const { intent: unreadable } of submits)
        for (const { ownPath, path } of unreadable.misnamed) renameSync(path, ownPath);
      expect(await ledgerInTemp(folder).ledger.unsettled()).toEqual([wanted, other]);
    });

    it('keep the key of a file that has another name now', async () => {
      const { folder, open } = await twoOpen();
      renameSync(join(open, 'g1-hero.json'), join(open, 'g1-night.json'));
      const under = ledgerInTemp(folder);
      await expect(under.ledger.claimIntent(wanted)).rejects.toMatchObject({ code: 'intent_torn' });
      await expect(under.ledger.claimIntent(other)).rejects.toMatchObject({ code: 'intent_torn' });
      expect(await under.ledger.unreadable('g1-hero')).toMatchObject([{ intent: { key: 'g1-night' } }]);
      expect((await under.ledger.claimedKeys()).has('g1-hero')).toBe(true);
    });
  },
);

describe('a whole copy of an intent beside its damaged file', () => {
  it.each([
    ['with a name', hero],
    ['with a random key', {}],
  ])('counts as sent when it was made, and is sent again on v2: %s', async (_, of) => {
    const { folder, ledger } = ledgerInTemp();
    const made = intent({ ...workAccount, ...of });
    await ledger.claimIntent(made);
    const name = `${made.idempotency_key}.json`;
    writeFileSync(join(folder, 'open', `${name}.torn-1`), '{');
    const sentThen = { ...made, first_sent_at: made.created_at };
    expect(await ledger.unsettled()).toEqual([sentThen]);
    expect(await ledger.findClaim(made)).toMatchObject({ intent: sentThen, record: undefined });
    expect(await ledger.markSent(made, at(60))).toEqual({
      kind: 'marked',
      intent: { ...sentThen, sends: 2 },
    });
    await ledger.recordJob(jobRecord('job_hero', { intent: made }));
    expect((await settleUnreadable(ledger)).settled).toMatchObject([{ record: { id: 'job_hero' } }]);
    expect(await ledger.unsettledCount()).toBe(0);
  });
});
