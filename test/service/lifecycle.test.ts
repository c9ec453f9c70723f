import { describe, expect, it } from 'vitest';
import {
  exitOfJob,
  exitOfJobs,
  isKnownStatus,
  isOver,
  isTerminal,
  spelledStatus,
} from '../../src/service/lifecycle.ts';
import { jobStatuses } from '../../src/service/wire-values.ts';

describe('the states of a job', () => {
  it('are final but for two', () => {
    expect(jobStatuses.filter((status) => !isTerminal(status))).toEqual(['queued', 'running']);
    expect(jobStatuses.every(isKnownStatus)).toBe(true);
  });

  it('have a word of the vendor, which reads as the one we have', () => {
    expect(spelledStatus('cancelled')).toBe('canceled');
    expect(isTerminal('cancelled')).toBe(true);
    expect(isOver({ status: 'cancelled' })).toBe(true);
    for (const status of [...jobStatuses, 'paused', 'toString', '__proto__'])
      expect(spelledStatus(status)).toBe(status);
  });

  it('are over where nobody knows them only with a time of completion', () => {
    expect(isOver({ status: 'paused' })).toBe(false);
    expect(isOver({ status: 'paused', completed_at: 'then' })).toBe(true);
    expect(isOver({ status: 'running', completed_at: 'then' })).toBe(false);
    expect(isOver({ status: 'expired' })).toBe(true);
  });

  it('are neither final nor a success where nobody knows them', () => {
    for (const status of ['paused', '', 'toString', '__proto__', 'SUCCEEDED']) {
      expect(isKnownStatus(status)).toBe(false);
      expect(isTerminal(status)).toBe(false);
      expect(exitOfJob({ status })).toBe('waitTimedOut');
    }
  });

  it('are a failure where nobody knows them and the job is over', () => {
    const completed_at = '2026-03-04T12:00:00.000000+00:00';
    expect(exitOfJob({ status: 'exploded', completed_at })).toBe('jobFailed');
  });

  it('have an exit each', () => {
    expect(jobStatuses.map((status) => exitOfJob({ status }))).toEqual([
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
    expect(exitOfJobs(statuses.map((status) => ({ status })))).toBe(exit);
  });

  it('is that of a spelling the service does not use, and a failure for a job that is over in an unknown state', () => {
    const completed_at = '2026-03-04T12:00:00.000000+00:00';
    expect(exitOfJobs([{ status: 'cancelled' }, { status: 'canceled' }])).toBe('jobCanceled');
    expect(exitOfJobs([{ status: 'exploded', completed_at }, { status: 'failed' }])).toBe('jobFailed');
    expect(exitOfJobs([{ status: 'exploded', completed_at }, { status: 'succeeded' }])).toBe('mixedEnds');
  });
});
