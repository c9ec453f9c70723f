import { describe, expect, it } from 'vitest';
import { exitOfJobs } from '../../src/follow/exit-of-jobs.ts';

describe('the exit of several jobs', () => {
  it.each([
    [[], 'done'],
    [['succeeded', 'succeeded'], 'done'],
    [['failed', 'failed'], 'jobFailed'],
    [['canceled'], 'jobCanceled'],
    [['expired', 'expired'], 'jobExpired'],
    [['succeeded', 'failed'], 'mixedEnds'],
    [['failed', 'expired'], 'mixedEnds'],
    [['succeeded', 'running'], 'waitTimedOut'],
    [['failed', 'paused'], 'waitTimedOut'],
  ] as const)('of %j is %s', (statuses, exit) => {
    expect(exitOfJobs(statuses.map((status) => ({ status })))).toBe(exit);
  });

  it('is that of a spelling the service does not use, and a failure for a job that is over in an unknown state', () => {
    const completed_at = '2026-03-04T12:00:00.000000+00:00';
    expect(exitOfJobs([{ status: 'cancelled' }, { status: 'canceled' }])).toBe('jobCanceled');
    expect(exitOfJobs([{ status: 'exploded', completed_at }, { status: 'failed' }])).toBe('jobFailed');
    expect(exitOfJobs([{ status: 'exploded', completed_at }, { status: 'succeeded' }])).toBe('mixedEnds');
  });
});
