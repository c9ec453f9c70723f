import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordBytes } from '../../src/ledger/records/parse.ts';
import type { SubmitLedger } from '../../src/submit/submit.ts';
import { tempFolder } from '../files/fixtures/temp-folder.ts';
import { ledgerInTemp } from './fixtures/open-ledger.ts';
import { at, inState, intent, jobRecord } from './fixtures/records.ts';

const refusal = { at: at(2), status: 400, code: 'invalid_input', message: 'n is not taken' };

describe('an intent', () => {
  it('is on the disk when it is claimed, open until its job is recorded, and private', async () => {
    const { ledger, folder } = ledgerInTemp();
    const submits: SubmitLedger = ledger;
    const wanted = intent();
    const sending = { ...wanted, first_sent_at: at(1) };
    expect(await submits.claimToSend(wanted, at(1))).toEqual({ claimed: true, sending });
    const path = join(folder, 'open', `${wanted.idempotency_key}.json`);
    expect(readFileSync(path)).toEqual(recordBytes(sending));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(await ledger.unsettled()).toEqual([sending]);
    await ledger.recordJob(jobRecord('job_a', { intent: wanted }));
    expect(await ledger.unsettled()).toEqual([]);
    expect(await ledger.find('job_a')).toEqual(jobRecord('job_a', { intent: wanted }));
  });

  it('of a route without a key is noted as sent last', async () => {
    const { ledger } = ledgerInTemp();
    const wanted = intent({ route: 'tasks' });
    expect(await ledger.claimToSend(wanted, at(1))).toEqual({ claimed: true, sending: undefined });
    expect(await ledger.unsettled()).toEqual([wanted]);
    expect((await ledger.markSent(wanted, at(1))).kind).toBe('marked');
    expect((await ledger.markSent(wanted, at(2))).kind).toBe('sent before');
  });

  it('that another machine sent is claimed as sent then', async () => {
    const { ledger } = ledgerInTemp();
    const wanted = intent({ once: 'shots/s01', first_sent_at: at(-3600) });
    expect(await ledger.claimToSend(wanted, at(1))).toEqual({ claimed: true, sending: undefined });
    const mark = await ledger.markSent(wanted, at(1));
    expect(mark).toEqual({ kind: 'marked', intent: { ...wanted, sends: 2 } });
    // Of a send that this refusal says nothing about, nobody knows whether it made a job.
    expect(await ledger.recordRefusal(wanted, refusal, 1)).toBe(false);
  });

  it('keeps the time it was first sent', async () => {
    const { ledger } = ledgerInTemp();
    await ledger.claimIntent(intent());
    const once = { ...intent(), first_sent_at: at(1) };
    expect(await ledger.markSent(intent(), at(1))).toEqual({ kind: 'marked', intent: once });
    expect(await ledger.markSent(intent(), at(9))).toEqual({ kind: 'marked', intent: { ...once, sends: 2 } });
    expect((await ledger.unsettled())[0]?.first_sent_at).toBe(at(1));
  });

  it('that was sent twice is not settled by what stopped one send', async () => {
    const { ledger } = ledgerInTemp();
    await ledger.claimIntent(intent());
    await ledger.markSent(intent(), at(1));
    await ledger.markSent(intent(), at(9));
    expect(await ledger.recordRefusal(intent(), { ...refusal, status: null }, 1)).toBe(false);
    expect(await ledger.unsettledCount()).toBe(1);
    expect(await ledger.recordRefusal(intent(), refusal)).toBe(true);
    expect(await ledger.unsettledCount()).toBe(0);
  });

  it('is not touched by one who sent other bytes under its key', async () => {
    const { ledger } = ledgerInTemp();
    await ledger.claimIntent(intent());
    const late = intent({ body: '{}' });
    await expect(ledger.markSent(late, at(1))).rejects.toMatchObject({ code: 'intent_gone' });
    expect(await ledger.recordRefusal(late, refusal)).toBe(true);
    expect(await ledger.unsettled()).toEqual([intent()]);
  });

  it('that is not there is not sent', async () => {
    const { ledger } = ledgerInTemp();
    await expect(ledger.markSent(intent({ idempotency_key: 'g1-none' }), at(1))).rejects.toMatchObject({
      code: 'intent_gone',
      exitCode: 14,
    });
  });

  it('under a name that was used before is found with its job, even where the record is gone', async () => {
    const { ledger, folder } = ledgerInTemp();
    const first = intent({ idempotency_key: 'g1-hero', once: 'hero' });
    await ledger.claimIntent(first);
    await ledger.recordJob(jobRecord('job_hero', { intent: first }));
    await ledger.updateJob('job_hero', (record) => inState(record, 'succeeded'));
    const second = intent({ idempotency_key: 'g1-hero', once: 'hero', body: '{}' });
    const found = await ledger.claimIntent(second);
    expect(found).toMatchObject({ claimed: false, intent: first, record: { job: { status: 'succeeded' } } });
    expect(await ledger.unsettledCount()).toBe(0);

    rmSync(join(folder, 'done', '2025-03', 'job_hero.json'));
    expect(await ledger.claimIntent(second)).toEqual({
      claimed: false,
      intent: first,
      record: jobRecord('job_hero', { intent: first }),
      relation: 'same',
    });
  });

  it('that is under way under that name is found with its bytes', async () => {
    const { ledger } = ledgerInTemp();
    const first = intent({ idempotency_key: 'g1-hero', once: 'hero' });
    await ledger.claimIntent(first);
    await ledger.markSent(first, at(1));
    expect(await ledger.claimIntent({ ...first, body: '{}' })).toEqual({
      claimed: false,
      intent: { ...first, first_sent_at: at(1) },
      record: undefined,
      relation: 'same',
    });
  });

  it('that another process settled meanwhile is not sent again: its job is known, whatever its key', async () => {
    const { ledger } = ledgerInTemp();
    for (const [id, first] of [
      ['job_hero', intent({ idempotency_key: 'g1-hero', once: 'hero' })],
      ['job_plain', intent()],
    ] as const) {
      await ledger.claimIntent(first);
      const record = jobRecord(id, { intent: first });
      await ledger.recordJob(record);
      await expect(ledger.markSent(first, at(3))).resolves.toEqual({ kind: 'settled', record });
    }
    expect(await ledger.unsettledCount()).toBe(0);
  });

  it('that was refused is kept to be looked at, and its name is free for another body', async () => {
    const { ledger } = ledgerInTemp();
    const first = intent({ idempotency_key: 'g1-hero', once: 'hero' });
    await ledger.claimIntent(first);
    await ledger.recordRefusal(first, refusal);
    expect(await ledger.findRefusal('g1-hero')).toEqual({ schema: 1, intent: first, refusal });
    expect(await ledger.unsettledCount()).toBe(0);
    expect(await ledger.claimIntent({ ...first, body: '{}' })).toEqual({ claimed: true });
    expect(await ledger.list()).toEqual([]);
  });

  it('keeps hand-given keys apart that differ in capitals, or that no file could be named after', async () => {
    const { ledger, folder } = ledgerInTemp();
    const keys = [
      'order-1',
      'Order-1',
      '../../../etc/passwd',
      'con',
      'a b/ü',
      'x'.repeat(255),
      '..',
      '.',
      'h-1',
    ];
    for (const idempotency_key of keys) {
      expect(await ledger.claimIntent(intent({ idempotency_key }))).toEqual({ claimed: true });
    }
    expect((await ledger.unsettled()).map((one) => one.idempotency_key).sort()).toEqual([...keys].sort());
    const names = readdirSync(join(folder, 'open'));
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(keys.length);
    expect(names).toContain('order-1.json');
  });
});

describe('a job', () => {
  it('that is recorded again keeps its time, its intent and its files', async () => {
    const { ledger } = ledgerInTemp();
    const files = [{ index: 0, path: '/a.png', bytes: 3, sha256: 'ab' }];
    await ledger.recordJob(jobRecord('job_a', { intent: intent(), files, finals: ['job_final'] }));
    const again = inState(jobRecord('job_a', { recorded_at: at(3_000_000), seen_at: at(9) }), 'running');
    await ledger.recordJob({ ...again, replayed: true });
    expect(await ledger.list()).toEqual([
      inState(
        jobRecord('job_a', { intent: intent(), files, finals: ['job_final'], seen_at: at(9) }),
        'running',
      ),
    ]);
  });

  it('that is over stays over, whatever an older answer says', async () => {
    const { ledger } = ledgerInTemp();
    await ledger.recordJob(inState(jobRecord('job_a', { seen_at: at(5) }), 'succeeded'));
    await ledger.updateJob('job_a', (record) => ({
      ...inState(record, 'running'),
      seen_at: at(4),
      finals: ['job_b'],
    }));
    await ledger.recordJob(inState(jobRecord('job_a', { seen_at: at(4) }), 'queued'));
    const found = await ledger.find('job_a');
    expect(found).toMatchObject({ job: { status: 'succeeded' }, seen_at: at(5), finals: ['job_b'] });
  });

  it('that does not change is not written', async () => {
    const { ledger, folder } = ledgerInTemp();
    await ledger.recordJob(jobRecord('job_a'));
    const file = () => statSync(join(folder, 'done', '2025-03', 'job_a.json')).ino;
    const before = file();
    await ledger.updateJob('job_a', (record) => record);
    expect(file()).toBe(before);
    expect(await ledger.updateJob('job_none', (record) => record)).toBeUndefined();
  });

  it('is found in the month it was recorded in', async () => {
    const { ledger, folder } = ledgerInTemp();
    await ledger.recordJob(jobRecord('job_old', { recorded_at: '2024-12-31T23:59:59.999Z' }));
    await ledger.recordJob(jobRecord('job_new'));
    expect(readdirSync(join(folder, 'done')).sort()).toEqual(['2024-12', '2025-03']);
    expect((await ledger.find('job_old'))?.id).toBe('job_old');
    expect((await ledger.list()).map(({ id }) => id)).toEqual(['job_new', 'job_old']);
  });

  it('may have an id that no file could be named after', async () => {
    const { ledger } = ledgerInTemp();
    const ids = ['../../x', '..', 'nul', 'a\n1 "b"', 'é'.repeat(200), '"', '\u{1F5BC}', 'h-'];
    for (const id of ids) await ledger.recordJob(jobRecord(id));
    expect((await ledger.list()).map(({ id }) => id)).toEqual([...ids].reverse());
    for (const id of ids) expect((await ledger.find(id))?.id).toBe(id);
    expect(await ledger.resolveId('a\n')).toEqual({ id: 'a\n1 "b"' });
  });
});

describe('reading a ledger that is not there', () => {
  it('finds nothing and makes no folder', async () => {
    const home = join(tempFolder(), 'home');
    const { ledger } = ledgerInTemp(join(home, 'ledger'));
    expect(await ledger.unsettledCount()).toBe(0);
    expect(await ledger.unsettled()).toEqual([]);
    expect(await ledger.list()).toEqual([]);
    expect(await ledger.find('job_a')).toBeUndefined();
    expect(await ledger.findRefusal('g1-a')).toBeUndefined();
    expect(await ledger.resolveId('@last')).toBeUndefined();
    expect(await ledger.updateJob('job_a', (record) => record)).toBeUndefined();
    expect(existsSync(home)).toBe(false);
  });
});
