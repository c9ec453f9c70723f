import { describe, expect, it } from 'vitest';
import { parseIntent, parseJobRecord, recordBytes } from '../../../src/ledger/records/parse.ts';
import { ledgerInTemp } from '../fixtures/open-ledger.ts';
import { at, intent, jobRecord } from '../fixtures/records.ts';

describe('the tags of a submit', () => {
  const wanted = intent({ once: 'fox', idempotency_key: 'g1-fox', tags: { client: 'acme', 客户: '東京' } });

  it('are read as they were written, in an intent and in the record of its job', () => {
    expect(parseIntent(recordBytes(wanted))).toEqual({ kind: 'whole', value: wanted });
    const made = jobRecord('job_a', { intent: wanted });
    expect(parseJobRecord(recordBytes(made))).toEqual({ kind: 'whole', value: made });
  });

  it('of a name that was claimed stay, whatever a later submit says', async () => {
    const { ledger } = ledgerInTemp();
    await ledger.claimIntent(wanted);
    const claim = await ledger.claimIntent({ ...wanted, tags: { client: 'other' } });
    expect(claim).toMatchObject({ claimed: false, intent: { tags: wanted.tags } });
  });

  it.each([
    ['no object', 'client=acme'],
    ['values that are no texts', { client: 1 }],
  ])('that are %s make a torn record', (_, odd) => {
    const bytes = Buffer.from(JSON.stringify({ ...JSON.parse(recordBytes(intent()).toString()), tags: odd }));
    expect(parseIntent(bytes)).toMatchObject({ kind: 'torn' });
  });
});

describe('the mark of a ledger', () => {
  it('is another once a job was recorded, and no other for a change of one', async () => {
    const { ledger } = ledgerInTemp();
    const marks = [await ledger.mark(), await ledger.mark()];
    await ledger.recordJob(jobRecord('job_a'));
    marks.push(await ledger.mark());
    await ledger.updateJob('job_a', (record) => ({ ...record, seen_at: at(9) }));
    marks.push(await ledger.mark());
    await ledger.recordJob(jobRecord('job_b', { recorded_at: '2025-04-01T00:00:00.000Z' }));
    marks.push(await ledger.mark());
    expect(marks.map((mark) => marks.indexOf(mark))).toEqual([0, 0, 2, 2, 4]);
  });
});
