import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLedger } from '../../src/ledger/ledger.ts';
import { recordBytes } from '../../src/ledger/records/parse.ts';
import { settleRecorded } from '../../src/submit/recover.ts';
import { assertResendable, isPastWindow } from '../../src/submit/submit-refusals.ts';
import { tempFolder } from '../files/fixtures/temp-folder.ts';
import { ledgerInTemp } from './fixtures/open-ledger.ts';
import { at, intent, jobRecord } from './fixtures/records.ts';

const hero = { idempotency_key: 'g1-hero', once: 'hero' };
const another = { profile: 'other', account: 'f1-0a1b2c3d-ffffffffffffffffffffffffffffffff' };

describe('a claim that was left behind', () => {
  it('beside a settled name is taken back, and not sent', async () => {
    const { ledger, folder, warnings } = ledgerInTemp();
    const first = intent(hero);
    await ledger.claimIntent(first);
    await ledger.recordJob(jobRecord('job_hero', { intent: first }));
    // As a process leaves it that claimed at that moment, and was killed before it looked again.
    const late = intent({ ...hero, body: '{}', first_sent_at: at(2) });
    writeFileSync(join(folder, 'open', 'g1-hero.json'), recordBytes(late));
    expect(await ledger.unsettled()).toEqual([late]);
    expect(await ledger.markSent(late, at(3))).toMatchObject({ kind: 'settled', record: { id: 'job_hero' } });
    expect(await ledger.unsettledCount()).toBe(0);
    expect(await ledger.claimIntent(first)).toMatchObject({ claimed: false, record: { id: 'job_hero' } });
    expect(warnings).toEqual([]);
  });

  it('by hand while its answer was under way leaves another account’s claim of the name alone', async () => {
    const { ledger } = ledgerInTemp();
    const old = intent({ ...hero, key_source: undefined, account: undefined });
    await ledger.claimIntent(old);
    await ledger.recordRefusal(old, { at: at(1), status: null, code: 'forgotten', message: null });
    const theirs = intent({ ...hero, ...another });
    await ledger.claimIntent(theirs);
    await ledger.recordJob(jobRecord('job_old', { intent: old }));
    expect(await ledger.unsettled()).toEqual([theirs]);
    expect((await ledger.find('job_old'))?.id).toBe('job_old');
  });

  it('with a job that was recorded by an earlier clock is settled with it', async () => {
    const { ledger } = ledgerInTemp();
    const wanted = intent();
    await ledger.claimIntent(wanted);
    await ledger.recordJob(jobRecord('job_early', { intent: wanted, recorded_at: at(-86_400) }));
    await ledger.claimIntent(wanted);
    expect(await settleRecorded(await ledger.unsettled(), ledger)).toMatchObject([
      { kind: 'settled', record: { id: 'job_early' } },
    ]);
    expect(await ledger.unsettledCount()).toBe(0);
  });

  it('by a clock that was ahead is as old as one that is too old', () => {
    const windowMs = 24 * 3_600_000;
    const sentAt = (seconds: number) => ({ ...intent(), first_sent_at: at(seconds) });
    expect(isPastWindow(sentAt(3_600), windowMs, Date.parse(at(0)))).toBe(true);
    expect(isPastWindow(sentAt(5), windowMs, Date.parse(at(0)))).toBe(false);
    expect(isPastWindow(sentAt(-90_000), windowMs, Date.parse(at(0)))).toBe(true);
  });

  it('by a clock that was ahead is sent again by nobody, and no command says so', async () => {
    const choices = { windowMs: 24 * 3_600_000, resend: false };
    const ports = { latestMs: async () => Date.parse(at(0)) };
    const early = { ...intent(), first_sent_at: at(7_200) };
    const error: unknown = await assertResendable(early, choices, ports).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'key_may_be_forgotten', message: expect.stringContaining('ahead') });
    expect((error as { hint: string }).hint).not.toContain('--resend');
    await assertResendable(early, choices, { latestMs: async () => Date.parse(at(7_200)) });
  });

  it('and can not be read is named for as long as it lies there', async () => {
    const folder = join(tempFolder(), 'ledger');
    const warnings: string[] = [];
    const ledger = openLedger({ folder, nowMs: () => 0, warn: (message) => warnings.push(message) });
    mkdirSync(join(folder, 'open'), { recursive: true });
    writeFileSync(join(folder, 'format'), '1\n');
    writeFileSync(join(folder, 'open', 'g1-hero.json'), '{"schema":1,"idempo');
    expect(await ledger.unsettled()).toEqual([]);
    expect(warnings).toHaveLength(1);
    for (let look = 0; look < 2; look += 1) {
      expect(await ledger.unreadable()).toMatchObject([
        {
          intent: { key: 'g1-hero', paths: [join(folder, 'open', 'g1-hero.json.torn-1')] },
          record: undefined,
        },
      ]);
    }
  });

  it('as a broken link is told of, and nothing waits for it', async () => {
    const { ledger, folder } = ledgerInTemp();
    mkdirSync(join(folder, 'open'), { recursive: true });
    writeFileSync(join(folder, 'format'), '1\n');
    symlinkSync('nowhere', join(folder, 'open', 'g1-hero.json'));
    await expect(ledger.claimIntent(intent(hero))).rejects.toMatchObject({
      exitCode: 14,
      code: 'claim_blocked',
    });
  });

  it('has neighbours that are no account’s, and are not read', async () => {
    const { ledger, folder } = ledgerInTemp();
    mkdirSync(join(folder, 'accounts'), { recursive: true });
    writeFileSync(join(folder, 'accounts', 'notes.txt'), 'of somebody');
    expect(await ledger.claimIntent(intent(hero))).toEqual({ claimed: true });
    expect(await ledger.claimIntent(intent({ ...hero, ...another }))).toEqual({ claimed: true });
    const path = join(folder, 'accounts', another.account, 'open', 'g1-hero.json');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject(another);
  });
});
