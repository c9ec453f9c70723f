import { describe, expect, it } from 'vitest';
import { jobOrder, type sortNames } from '../../../src/follow/list/select-jobs.ts';
import { factsOf } from '../../../src/ledger/facts/job-facts.ts';
import type { Job } from '../../../src/service/job.ts';
import { at, jobRecord } from '../../ledger/fixtures/records.ts';

function job(id: string, recordedAfter: number, parts: Partial<Job>) {
  const made = { id, status: 'succeeded', ...parts };
  return factsOf(jobRecord(id, { recorded_at: at(recordedAfter), job: made }));
}

const jobs = [
  job('early', 1, { created_at: at(1), completed_at: at(31), cost_usd: 0.2 }),
  job('slow', 2, { created_at: at(2), completed_at: at(92), cost_usd: 0.2 }),
  job('free', 3, { created_at: at(3), completed_at: at(4), cost_usd: 0 }),
  job('running', 4, { created_at: at(4), status: 'running' }),
  job('unknown', 5, {}),
  // Looked up here long after it was made.
  job('found', 60, { created_at: at(0), completed_at: at(5), cost_usd: 0.3 }),
];

const sorted = (by: (typeof sortNames)[number]) => jobs.toSorted(jobOrder(by)).map(({ id }) => id);

describe('the order of jobs', () => {
  it('by cost is the dearest first; a free one before those of unknown cost, the newer first', () => {
    expect(sorted('cost')).toEqual(['found', 'slow', 'early', 'free', 'unknown', 'running']);
  });

  it('by time is the longest first', () => {
    expect(sorted('took')).toEqual(['slow', 'early', 'found', 'free', 'unknown', 'running']);
  });

  it('by creation is the newest by the service; where it does not say, by this machine', () => {
    expect(sorted('created')).toEqual(['unknown', 'running', 'free', 'slow', 'early', 'found']);
  });
});
