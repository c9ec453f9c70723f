import { describe, expect, it } from 'vitest';
import { factsOf } from '../../src/ledger/facts/job-facts.ts';
import type { JobRecord } from '../../src/ledger/record.ts';
import { beginCostSheet, type CostKey } from '../../src/money/costs.ts';
import type { Job } from '../../src/service/job.ts';
import { intent, jobRecord } from '../ledger/fixtures/records.ts';

let number = 0;

function addUpCosts(records: readonly JobRecord[], by: CostKey) {
  const sheet = beginCostSheet(by);
  for (const record of records) sheet.add(factsOf(record));
  return sheet.costs();
}

function job(parts: Partial<Job>, record: Partial<JobRecord> = {}): JobRecord {
  number += 1;
  const id = `job_${number}`;
  return jobRecord(id, { ...record, job: { id, status: 'succeeded', model: 'vendor-a/image-1', ...parts } });
}

describe('what jobs cost', () => {
  it('adds up exactly, however many there are', () => {
    const records = Array.from({ length: 30 }, () => job({ cost_usd: 0.1 }));
    expect(addUpCosts(records, 'model').total).toEqual({
      jobs: 30,
      charged: 30,
      unknown: 0,
      microUsd: 3_000_000,
    });
  });

  it('is nothing for a job that failed, and not known for one that may yet be charged', () => {
    const records = [
      job({ status: 'failed' }),
      job({ status: 'canceled' }),
      job({ status: 'expired' }),
      job({ status: 'queued' }),
      job({ status: 'running' }),
      job({ status: 'succeeded' }),
      job({ status: 'archived', completed_at: '2026-03-04T10:00:00Z' }),
      job({ cost_usd: 0 }),
      job({ cost_usd: 0.5 }),
    ];
    expect(records.map((record) => factsOf(record).isChargeUnknown)).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(addUpCosts(records, 'model').total).toEqual({
      jobs: 9,
      charged: 2,
      unknown: 4,
      microUsd: 500_000,
    });
  });

  it('is of the UTC day the job was over, else made, else recorded, from the first day on', () => {
    const records = [
      job({
        cost_usd: 1,
        created_at: '2026-03-04T23:59:00Z',
        completed_at: '2026-03-05T00:01:00.000001+00:00',
      }),
      job({ cost_usd: 2, created_at: '2026-03-04T23:30:00-02:00' }),
      job({ cost_usd: 4, created_at: 'soon' }, { recorded_at: '2026-01-01T00:00:00.000Z' }),
    ];
    const { groups } = addUpCosts(records, 'day');
    expect(groups.map(({ key, microUsd }) => [key, microUsd])).toEqual([
      ['2026-01-01', 4_000_000],
      ['2026-03-05', 3_000_000],
    ]);
    expect(factsOf(records[2] ?? job({})).chargedAtMs).toBe(Date.parse('2026-01-01'));
  });

  it('by model and by profile is the dearest first; a job that names no model stands apart', () => {
    const records = [
      job({ cost_usd: 0.1 }),
      job({ cost_usd: 0.3, model: 'vendor-b/video-2.5' }, { profile: 'studio' }),
      job({ status: 'queued', model: undefined }, { intent: intent({ model: 'vendor-a/image-1' }) }),
      job({ cost_usd: 0.05, model: undefined }),
    ];
    expect(addUpCosts(records, 'model').groups.map(({ key, jobs }) => [key, jobs])).toEqual([
      ['vendor-b/video-2.5', 1],
      ['vendor-a/image-1', 2],
      [null, 1],
    ]);
    expect(addUpCosts(records, 'profile').groups.map(({ key }) => key)).toEqual(['studio', 'work']);
  });

  it('by a tag is of its values, with the jobs that lack it apart', () => {
    const tagged = (tags: Record<string, string>, cost_usd: number) =>
      job({ cost_usd }, { intent: intent({ tags }) });
    const records = [
      tagged({ client: 'acme' }, 0.1),
      tagged({ client: 'globex', round: '2' }, 0.4),
      tagged({ client: 'acme' }, 0.2),
      tagged({ round: '2' }, 0.05),
      job({ cost_usd: 0.01 }),
    ];
    expect(addUpCosts(records, 'tag:client').groups.map(({ key, microUsd }) => [key, microUsd])).toEqual([
      ['globex', 400_000],
      ['acme', 300_000],
      [null, 60_000],
    ]);
    expect(addUpCosts(records, 'tag:constructor').groups.map(({ key }) => key)).toEqual([null]);
  });
});
