import { describe, expect, it } from 'vitest';
import { createWatchedJobs, fittedJobs } from '../../../src/follow/list/watched-jobs.ts';
import type { JobRecord } from '../../../src/ledger/record.ts';
import { at, jobRecord } from '../../ledger/fixtures/records.ts';

/** A job that was recorded so many seconds after the start. */
function job(seconds: number, status = 'running'): JobRecord {
  const id = `job_${seconds}`;
  return jobRecord(id, { recorded_at: at(seconds), job: { id, status } });
}

function watchOf(overMost: number, records: readonly JobRecord[], status?: string) {
  const isInState = ({ job }: JobRecord) => status === undefined || job.status === status;
  const jobs = createWatchedJobs({ overMost, isInState });
  for (const record of records) jobs.add({ record, rendered: undefined });
  return { jobs, ids: () => jobs.list().map(({ record }) => record.id) };
}

describe('the jobs of a watch', () => {
  it('stand newest first, whenever they are found', () => {
    const { jobs, ids } = watchOf(10, [job(3), job(1), job(4), job(2), job(4)]);
    expect(ids()).toEqual(['job_4', 'job_3', 'job_2', 'job_1']);
    expect(jobs.knows('job_2')).toBe(true);
    expect(jobs.knows('job_5')).toBe(false);
  });

  it('are let go of once they are over and newer ones are, too: memory stays bounded', () => {
    const { jobs, ids } = watchOf(2, [job(4, 'succeeded'), job(3), job(2), job(1)]);
    jobs.see(job(1, 'failed'));
    expect(ids()).toEqual(['job_4', 'job_3', 'job_2', 'job_1']);
    jobs.see(job(3, 'succeeded'));
    expect(ids()).toEqual(['job_4', 'job_3', 'job_2']);
    expect(jobs.knows('job_1')).toBe(true);
    jobs.see(job(1, 'failed'));
    expect(jobs.seen().map(({ id }) => id)).toEqual(['job_3']);
    for (let second = 5; second < 50; second += 1) {
      jobs.add({ record: job(second), rendered: undefined });
      jobs.see(job(second, 'succeeded'));
    }
    expect(ids()).toEqual(['job_49', 'job_48', 'job_2']);
  });

  it('that ended in a state that was not asked for take no place of those that did', () => {
    const { jobs, ids } = watchOf(2, [job(9, 'failed'), job(5, 'succeeded'), job(4), job(3)], 'succeeded');
    expect(ids()).toEqual(['job_5', 'job_4', 'job_3']);
    jobs.see(job(4, 'failed'));
    for (let second = 10; second < 50; second += 1)
      jobs.add({ record: job(second, 'failed'), rendered: undefined });
    jobs.see(job(3, 'succeeded'));
    expect(ids()).toEqual(['job_5', 'job_3']);
    expect(jobs.knows('job_9')).toBe(true);
  });

  it('that a window has no room for are the oldest that are over, and then the oldest; each state is counted', () => {
    const { jobs } = watchOf(10, [
      job(6, 'succeeded'),
      job(5, 'failed'),
      job(4),
      job(3, 'succeeded'),
      job(2),
      job(1, 'queued'),
    ]);
    const fitted = (most: number) => {
      const { fitted: shown, others } = fittedJobs(jobs.list(), most);
      return [shown.map(({ record }) => record.id), Object.fromEntries(others)];
    };
    expect(fitted(6)).toEqual([['job_6', 'job_5', 'job_4', 'job_3', 'job_2', 'job_1'], {}]);
    expect(fitted(4)).toEqual([['job_6', 'job_4', 'job_2', 'job_1'], { failed: 1, succeeded: 1 }]);
    expect(fitted(2)).toEqual([['job_4', 'job_2'], { succeeded: 2, failed: 1, queued: 1 }]);
  });
});
