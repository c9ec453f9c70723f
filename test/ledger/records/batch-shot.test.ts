import { describe, expect, it } from 'vitest';
import { parseIntent, parseJobRecord, recordBytes } from '../../../src/ledger/records/parse.ts';
import { ledgerInTemp } from '../fixtures/open-ledger.ts';
import { at, intent, jobRecord } from '../fixtures/records.ts';

describe('the line of a batch that a submit is of', () => {
  const batch = {
    name: 'shots',
    shot: 's01',
    fields: { prompt: 'fedcba9876543210', 'set.x': '0123456789abcdef' },
  };
  const wanted = intent({ once: 'shots/s01', idempotency_key: 'g1-s01', batch });

  it('is read as it was written, in an intent and in the record of its job', () => {
    expect(parseIntent(recordBytes(wanted))).toEqual({ kind: 'whole', value: wanted });
    const made = jobRecord('job_a', { intent: wanted });
    expect(parseJobRecord(recordBytes(made))).toEqual({ kind: 'whole', value: made });
  });

  it('is known by the claim that a later run meets, and by the job', async () => {
    const { ledger } = ledgerInTemp();
    await ledger.claimIntent(wanted);
    await ledger.markSent(wanted, at(1));
    expect(await ledger.claimIntent(wanted)).toMatchObject({ claimed: false, intent: { batch } });
    await ledger.recordJob(jobRecord('job_a', { intent: wanted }));
    expect(await ledger.claimIntent(wanted)).toMatchObject({
      intent: { batch },
      record: { intent: { batch } },
    });
  });

  it.each([
    ['no object', 1],
    ['no name', { shot: 's01', fields: {} }],
    ['fields that are no texts', { name: 'shots', shot: 's01', fields: { prompt: 1 } }],
  ])('that is %s makes a torn record', (_, odd) => {
    const bytes = Buffer.from(
      JSON.stringify({ ...JSON.parse(recordBytes(intent()).toString()), batch: odd }),
    );
    expect(parseIntent(bytes)).toMatchObject({ kind: 'torn' });
  });
});
