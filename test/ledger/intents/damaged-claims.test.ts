import { copyFileSync, existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settleUnreadable } from '../../../src/submit/recover/unreadable-submits.ts';
import { ledgerInTemp } from '../fixtures/open-ledger.ts';
import { at, intent, jobRecord } from '../fixtures/records.ts';

const hero = { idempotency_key: 'g1-hero', once: 'hero' } as const;
const onV1 = { ...hero, route: 'tasks' } as const;
const another = { profile: 'other', account: 'f1-0a1b2c3d-ffffffffffffffffffffffffffffffff' };

/** What a disk, a power cut or a copy leaves of a file. */
const damages: [string, (path: string) => void][] = [
  ['cut short', (path) => truncateSync(path, 80)],
  ['filled with NULs', (path) => writeFileSync(path, Buffer.alloc(readFileSync(path).length))],
  ['emptied', (path) => truncateSync(path, 0)],
  ['another JSON', (path) => writeFileSync(path, '[]')],
];

/** Whoever reads the ledger before the line is typed again. */
const readers: [string, (ledger: ReturnType<typeof ledgerInTemp>['ledger']) => Promise<unknown>][] = [
  ['nobody', async () => undefined],
  ['a list of open submits', (ledger) => ledger.unsettled()],
  ['a look at the names', (ledger) => ledger.keysOfName('hero')],
];

describe.each(damages)('an open intent that is %s', (_, damage) => {
  describe.each([
    ['v1', onV1],
    ['v2', hero],
  ])('on %s', (_route, of) => {
    it.each(readers)('keeps its key, and is named, after %s has read it', async (_reader, read) => {
      const under = ledgerInTemp();
      const { folder, ledger } = under;
      const wanted = intent(of);
      await ledger.claimIntent(wanted);
      damage(join(folder, 'open', 'g1-hero.json'));
      await read(ledger);
      expect(under.warnings.length).toBeLessThan(2);
      for (let run = 1; run <= 3; run += 1) {
        const refused = {
          ...{ code: 'intent_torn', exitCode: 14, idempotencyKey: 'g1-hero' },
          hint: expect.stringContaining('genctl recover --forget g1-hero'),
        };
        await expect(ledger.claimIntent(wanted)).rejects.toMatchObject(refused);
        await expect(ledger.claimToSend(wanted, at(2))).rejects.toMatchObject(refused);
        await expect(ledger.findClaim(wanted)).rejects.toMatchObject(refused);
        await expect(ledger.markSent(wanted, at(2))).rejects.toMatchObject(refused);
        expect(await ledger.unsettledCount()).toBe(1);
        expect((await ledger.claimedKeys()).has('g1-hero')).toBe(true);
        expect(await ledger.unreadable()).toMatchObject([{ intent: { key: 'g1-hero' }, record: undefined }]);
      }
    });

    it('is no other key’s business', async () => {
      const under = ledgerInTemp();
      await under.ledger.claimIntent(intent(of));
      damage(join(under.folder, 'open', 'g1-hero.json'));
      const other = intent({ ...of, idempotency_key: 'g1-hero2', once: 'hero2' });
      expect(await under.ledger.claimIntent(other)).toEqual({ claimed: true });
    });

    it('frees its key once a person closes it, and keeps the bytes', async () => {
      const under = ledgerInTemp();
      const { folder, ledger } = under;
      const wanted = intent(of);
      await ledger.claimIntent(wanted);
      damage(join(folder, 'open', 'g1-hero.json'));
      for (const submit of await ledger.unreadable('g1-hero')) await ledger.closeUnreadable(submit);
      expect(await ledger.unsettledCount()).toBe(0);
      expect(readdirSync(join(folder, 'closed'))).toEqual(['g1-hero.json.torn-1']);
      expect(await ledger.claimIntent(wanted)).toEqual({ claimed: true });
    });

    it('leads to its job where that is recorded: nothing is lost, and nothing is sent', async () => {
      const under = ledgerInTemp();
      const { folder, ledger } = under;
      const wanted = intent(of);
      await ledger.claimIntent(wanted);
      const open = join(folder, 'open', 'g1-hero.json');
      const kept = join(folder, 'kept');
      copyFileSync(open, kept);
      await ledger.recordJob(jobRecord('job_hero', { intent: wanted }));
      // As a process leaves it that was ended between the record of its job and the end of its intent.
      copyFileSync(kept, open);
      writeFileSync(join(folder, 'keys', 'g1-hero.json'), '[]');
      damage(open);
      const known = { claimed: false, record: { id: 'job_hero' } };
      expect(await ledger.findClaim(wanted)).toMatchObject(known);
      expect(await ledger.claimIntent(wanted)).toMatchObject(known);
      expect((await settleUnreadable(ledger)).settled).toMatchObject([{ record: { id: 'job_hero' } }]);
      expect(await ledger.unreadable()).toEqual([]);
      expect(await ledger.claimIntent(wanted)).toMatchObject(known);
      expect(existsSync(open)).toBe(false);
    });

    it('beside an older copy that a backup brought back lets that be sent where a key makes it safe', async () => {
      const under = ledgerInTemp();
      const { folder, ledger } = under;
      const wanted = intent(of);
      await ledger.claimIntent(wanted);
      const open = join(folder, 'open', 'g1-hero.json');
      copyFileSync(open, `${open}.torn-1`);
      damage(`${open}.torn-1`);
      if (wanted.route === 'tasks') {
        await expect(ledger.claimIntent(wanted)).rejects.toMatchObject({ code: 'intent_torn' });
        await expect(ledger.markSent(wanted, at(2))).rejects.toMatchObject({ code: 'intent_torn' });
        return;
      }
      const sentThen = { first_sent_at: wanted.created_at };
      expect(await ledger.claimIntent(wanted)).toMatchObject({ claimed: false, intent: sentThen });
      expect(await ledger.markSent(wanted, at(2))).toMatchObject({ kind: 'marked', intent: sentThen });
    });
  });
});

describe('a damaged claim', () => {
  it('of a key that led to a job leads to it, and is noted anew by recover', async () => {
    const { ledger, folder } = ledgerInTemp();
    const wanted = intent(hero);
    await ledger.claimIntent(wanted);
    await ledger.recordJob(jobRecord('job_hero', { intent: wanted }));
    const note = join(folder, 'keys', 'g1-hero.json');
    const bytes = readFileSync(note, 'utf8');
    writeFileSync(note, '[]');
    expect(await ledger.claimIntent(wanted)).toMatchObject({ claimed: false, record: { id: 'job_hero' } });
    expect((await settleUnreadable(ledger)).settled).toMatchObject([{ record: { id: 'job_hero' } }]);
    expect(JSON.parse(readFileSync(note, 'utf8'))).toEqual(JSON.parse(bytes));
  });

  it('of a key whose job has no record any more stops the submit', async () => {
    const { ledger, folder } = ledgerInTemp();
    const wanted = intent(hero);
    await ledger.claimIntent(wanted);
    await ledger.recordJob(jobRecord('job_hero', { intent: wanted }));
    await ledger.prune({ beforeMs: Date.parse(at(86_400)), matches: () => true });
    writeFileSync(join(folder, 'keys', 'g1-hero.json'), '[]');
    for (let run = 0; run < 2; run += 1)
      await expect(ledger.claimIntent(wanted)).rejects.toMatchObject({ code: 'intent_torn' });
  });

  it('of one account is not settled by the job that another has under the same key', async () => {
    const { ledger, folder } = ledgerInTemp();
    const mine = intent(hero);
    const theirs = intent({ ...hero, ...another });
    await ledger.claimIntent(mine);
    await ledger.recordJob(jobRecord('job_hero', { intent: mine }));
    await ledger.claimIntent(theirs);
    truncateSync(join(folder, 'accounts', another.account, 'open', 'g1-hero.json'), 0);
    expect((await settleUnreadable(ledger)).settled).toEqual([]);
    await expect(ledger.claimIntent(theirs)).rejects.toMatchObject({ code: 'intent_torn' });
    expect(await ledger.claimIntent(mine)).toMatchObject({ claimed: false, record: { id: 'job_hero' } });
  });

  it('with a key that can be no file name is found by its key, and by the name of its file', async () => {
    const { ledger, folder } = ledgerInTemp();
    const wanted = intent({ idempotency_key: 'By-Hand', key_by_hand: true });
    await ledger.claimIntent(wanted);
    const [name = ''] = readdirSync(join(folder, 'open')).filter((file) => file.endsWith('.json'));
    truncateSync(join(folder, 'open', name), 0);
    const stem = name.replace('.json', '');
    expect(await ledger.unreadable('By-Hand')).toMatchObject([{ intent: { key: stem } }]);
    expect(await ledger.unreadable(stem)).toMatchObject([{ intent: { name } }]);
    await expect(ledger.claimIntent(wanted)).rejects.toMatchObject({ idempotencyKey: stem });
  });
});
