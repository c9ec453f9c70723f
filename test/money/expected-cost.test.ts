import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Ledger, openLedger } from '../../src/ledger/ledger.ts';
import type { JobRecord } from '../../src/ledger/record.ts';
import { likelyCharge } from '../../src/ledger/rules/past-charges.ts';
import { likelyCostWords, spentHere } from '../../src/money/expected-cost.ts';
import { intent, jobRecord, startMs } from '../ledger/fixtures/records.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { ascii, look } from '../terminal/looks.ts';

const even = { jobs: 3, least: 480_000, median: 480_000, most: 480_000, by: 'charges' as const };
const uneven = { jobs: 5, least: 400_000, median: 450_000, most: 520_000, by: 'charges' as const };
const told = { what: 'final' as const, isInvented: false, isTold: true };

function words(
  charges: Parameters<typeof likelyCharge>[0],
  grounds: Parameters<typeof likelyCostWords>[1] = told,
): string {
  return likelyCostWords(likelyCharge(charges), grounds, look()).whole;
}

describe('what finals should cost', () => {
  it('is a sum, and what it rests on: how many such finals, and their range', () => {
    expect(words([even])).toBe('about $0.48 (3 similar finals were charged $0.48 each here)');
    expect(words([uneven, uneven])).toBe(
      'about $0.90 in all (5 similar finals were charged $0.40–$0.52 each here)',
    );
    expect(words([{ ...even, jobs: 1 }])).toBe('about $0.48 (1 similar final was charged $0.48 here)');
    expect(likelyCostWords(likelyCharge([uneven]), told, ascii).whole).toContain('$0.40-$0.52');
  });

  it('is said to be unknown where nothing tells it, with the reason', () => {
    expect(words([undefined, undefined])).toBe('cost unknown (no similar final has been charged here)');
    expect(words([undefined], { ...told, isTold: false })).toBe('cost unknown (v1 reports no charges)');
    expect(words([even, undefined])).toBe(
      'about $0.48 for 1 of them, 1 unknown (3 similar finals were charged $0.48 each here)',
    );
  });

  it('is said of jobs, where they are none of drafts', () => {
    expect(words([even], { ...told, what: 'job' as const })).toContain('3 similar jobs were charged');
  });

  it('says what it rests on where that are no jobs like it', () => {
    const longer = { ...even, by: 'seconds' as const };
    const listed = { jobs: 0, least: 500_000, median: 500_000, most: 500_000, by: 'list' as const };
    expect(words([longer])).toBe(
      'about $0.48 (by the second: 3 similar finals of another length were charged here)',
    );
    expect(words([listed])).toBe('about $0.50 (prices.csv says $0.50)');
    expect(words([listed, listed])).toBe('about $1.00 in all (prices.csv says $0.50 each)');
    expect(words([listed, even, undefined])).toBe(
      'about $0.98 for 2 of them, 1 unknown (3 similar finals were charged $0.48 each here; prices.csv says $0.50)',
    );
    expect(words([listed], { ...told, isInvented: true })).toBe(
      'about $0.50 (the price list says $0.50; the sandbox’s prices are invented)',
    );
  });

  it('is marked where the prices are the sandbox’s', () => {
    expect(words([even], { ...told, isInvented: true })).toBe(
      'about $0.48 (3 similar finals were charged $0.48 each here; the sandbox’s prices are invented)',
    );
    const { sum } = likelyCostWords(likelyCharge([even, even]), { ...told, isInvented: true }, look());
    expect(sum).toBe('about $0.96 in all (invented prices)');
  });
});

const model = { id: 'vendor-a/image', inputSchema: undefined };
const baseUrl = 'https://api.example.com/media';
const account = { profile: 'work', baseUrl };
/** As long after the jobs as prices last. Unit: ms. */
const nowMs = startMs + 90 * 24 * 60 * 60 * 1000;

function spentIn(ledger: Pick<Ledger, 'records'>) {
  const clock = { nowMs: () => nowMs, monotonicMs: () => 0, sleep: async () => {} };
  return spentHere({ clock, ledger: async () => ledger, listen() {} }, account, model);
}

function charged(id: string, cost_usd: number, parts: Partial<JobRecord> = {}): JobRecord {
  const body = JSON.stringify({
    model: model.id,
    input: { resolution: id.startsWith('big') ? '1080p' : '480p' },
  });
  return jobRecord(id, {
    intent: intent({ body, idempotency_key: `g1-${id}` }),
    job: { id, status: 'succeeded', model: model.id, cost_usd },
    ...parts,
  });
}

async function ledgerOf(...records: JobRecord[]): Promise<Ledger> {
  const folder = join(temporaryFolder('genctl-spent-'), 'ledger');
  const ledger = openLedger({ folder, nowMs: () => startMs, warn: () => {} });
  for (const record of records) await ledger.recordJob(record);
  return ledger;
}

describe('what a model cost here', () => {
  it('is nothing on a machine without a job of it', async () => {
    expect(await spentIn(await ledgerOf())).toBeUndefined();
    const failed = { id: 'failed', status: 'failed', model: model.id };
    expect(await spentIn(await ledgerOf(jobRecord('failed', { job: failed })))).toBeUndefined();
  });

  it('is that of its own charged jobs, on the account that would pay', async () => {
    const ledger = await ledgerOf(
      charged('small-1', 0.1),
      charged('small-2', 0.3),
      charged('big-1', 0.9),
      charged('other-account', 7, { profile: 'studio' }),
      charged('other-service', 7, { base_url: 'http://127.0.0.1:8080' }),
      charged('other-model', 7, { job: { id: 'other-model', status: 'succeeded', model: 'm', cost_usd: 7 } }),
      charged('older', 7, { recorded_at: '2024-03-10T12:00:00.000Z' }),
    );
    expect(await spentIn(ledger)).toEqual({
      all: { jobs: 3, least: 100_000, median: 300_000, most: 900_000 },
      bySettings: [
        { settings: '480p', jobs: 2, least: 100_000, median: 200_000, most: 300_000 },
        { settings: '1080p', jobs: 1, least: 900_000, median: 900_000, most: 900_000 },
      ],
    });
  });

  it('counts a job whose request is not known, and reads no more than the newest', async () => {
    const unknown = await ledgerOf(charged('job', 0.5, { intent: null }));
    expect(await spentIn(unknown)).toMatchObject({ all: { jobs: 1 }, bySettings: [] });
    let read = 0;
    const endless: Pick<Ledger, 'records'> = {
      async *records({ limit = Number.POSITIVE_INFINITY } = {}) {
        for (; read < Math.min(limit, 1_000); read += 1) yield charged(`job-${read}`, 0.1);
      },
    };
    expect((await spentIn(endless))?.all.jobs).toBe(200);
    expect(read).toBe(200);
  });
});
