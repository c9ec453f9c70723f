import { describe, expect, it } from 'vitest';
import { jobStatuses } from '../../src/contract/job-status.ts';
import { exitOfJobs, exitOfStatus, isKnownStatus, isTerminal } from '../../src/rules/lifecycle.ts';

describe('the states of a job', () => {
  it('are final but for two', () => {
    expect(jobStatuses.filter((status) => !isTerminal(status))).toEqual(['queued', 'running']);
    expect(jobStatuses.every(isKnownStatus)).toBe(true);
  });

  it('are neither final nor a success where nobody knows them', () => {
    for (const status of ['paused', '', 'toString', '__proto__', 'SUCCEEDED']) {
      expect(isKnownStatus(status)).toBe(false);
      expect(isTerminal(status)).toBe(false);
      expect(exitOfStatus(status)).toBe('waitTimedOut');
    }
  });

  it('have an exit each', () => {
    expect(jobStatuses.map(exitOfStatus)).toEqual([
      'waitTimedOut',
      'waitTimedOut',
      'done',
      'jobFailed',
      'jobCanceled',
      'jobExpired',
    ]);
  });
});

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
    expect(exitOfJobs([...statuses])).toBe(exit);
  });
});
