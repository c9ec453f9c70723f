import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runAtOnce } from '../../../src/files/durable-work.ts';
import { createRecordFolder } from '../../../src/files/record-folder.ts';
import { claimKey } from '../../../src/ledger/intents/claims.ts';
import { intentPlaces } from '../../../src/ledger/intents/intent-places.ts';
import { ledgerInTemp } from '../fixtures/open-ledger.ts';
import { intent, jobRecord } from '../fixtures/records.ts';

describe('a claim that another process is quicker to make', () => {
  const first = intent({ idempotency_key: 'g1-hero', once: 'hero' });
  const second = { ...first, body: '{}' };
  const another = {
    ...first,
    account: 'f1-0a1b2c3d-ffffffffffffffffffffffffffffffffffffffff',
    profile: 'other',
  };

  /** Claims while another process gets through between the look at what stands and the claim itself. */
  function claimAfter(folder: string, between: () => void) {
    const real = intentPlaces(folder, () => {});
    let looks = 0;
    const all = () => {
      looks += 1;
      if (looks > 1) return real.all();
      between();
      return [];
    };
    return runAtOnce(claimKey(second, { places: { ...real, all }, findJob: () => undefined }));
  }
  const claimOf = (folder: string, wanted: typeof first) =>
    runAtOnce(claimKey(wanted, { places: intentPlaces(folder, () => {}), findJob: () => undefined }));

  it('is not made beside it in the folder of the account', () => {
    const { folder } = ledgerInTemp();
    const claim = claimAfter(folder, () => {
      expect(claimOf(folder, first)).toEqual({ claimed: true });
    });
    expect(claim).toMatchObject({ claimed: false, intent: first, relation: 'same' });
  });

  it('is not made in the ledger beside one in the folder of the account, where another account has just gone', () => {
    const { folder } = ledgerInTemp();
    expect(claimOf(folder, another)).toEqual({ claimed: true });
    const claim = claimAfter(folder, () => {
      expect(claimOf(folder, first)).toEqual({ claimed: true });
      createRecordFolder(join(folder, 'open')).remove('g1-hero.json');
    });
    expect(claim).toMatchObject({ claimed: false, intent: first, relation: 'same' });
    expect(createRecordFolder(join(folder, 'open')).names()).toEqual([]);
  });
});

describe('a claim that meets the end of another', () => {
  const first = intent({ idempotency_key: 'g1-hero', once: 'hero' });
  const second = { ...first, body: '{}' };

  async function claimWhile(between: (ledger: ReturnType<typeof ledgerInTemp>['ledger']) => Promise<void>) {
    const { ledger, folder } = ledgerInTemp();
    const open = createRecordFolder(join(folder, 'open'));
    const keys = createRecordFolder(join(folder, 'keys'));
    await ledger.claimIntent(first);
    let looks = 0;
    // The other process gets through between our look at the settled keys and our claim.
    const keysLate = { ...keys, read: (name: string) => (looks++ < 1 ? undefined : keys.read(name)) };
    const place = { open, keys: keysLate, misnamed: () => new Map() };
    const places = { ...intentPlaces(folder, () => {}), first: place, all: () => [place] };
    await between(ledger);
    const claim = runAtOnce(claimKey(second, { places, findJob: () => undefined }));
    return { claim, openNames: open.names() };
  }

  it('finds the job, and leaves no intent of its own behind', async () => {
    const { claim, openNames } = await claimWhile(async (ledger) => {
      await ledger.recordJob(jobRecord('job_hero', { intent: first }));
    });
    expect(claim).toEqual({
      claimed: false,
      intent: first,
      record: jobRecord('job_hero', { intent: first }),
      relation: 'same',
    });
    expect(openNames).toEqual([]);
  });

  it('gets the name where the other was refused', async () => {
    const { claim, openNames } = await claimWhile(async (ledger) => {
      await ledger.recordRefusal(first, { at: first.created_at, status: 400, code: null, message: null });
    });
    expect(claim).toEqual({ claimed: true });
    expect(openNames).toEqual(['g1-hero.json']);
  });
});
