import { expect, it } from 'vitest';
import { isAwaited } from '../../../src/follow/words/prunable-jobs.ts';
import type { JobRecord } from '../../../src/ledger/record.ts';
import { at, jobRecord, startMs } from '../../ledger/fixtures/records.ts';

it('a file without a link may come for as long as the service keeps its job, and is not lost', () => {
  const ofJob = (fields: Partial<JobRecord['job']>, changes: Partial<JobRecord> = {}) =>
    jobRecord('job_1', {
      job: { id: 'job_1', status: 'succeeded', outputs: [{ url: '' }], ...fields },
      ...changes,
    });
  expect(isAwaited(ofJob({ retention_until: at(60) }), startMs)).toBe(true);
  expect(isAwaited(ofJob({}), startMs)).toBe(true);
  expect(isAwaited(ofJob({ retention_until: at(-60) }), startMs)).toBe(false);
  expect(isAwaited(ofJob({ retention_until: at(60) }, { lost_at: at(0) }), startMs)).toBe(false);
  expect(isAwaited(ofJob({ outputs: [{ url: 'https://cdn.example/a' }] }), startMs)).toBe(false);
  const dayMs = 24 * 3_600_000;
  const ofTask = ofJob({ completed_at: at(0) }, { route: 'tasks' });
  expect(isAwaited(ofTask, startMs + 6 * dayMs)).toBe(true);
  expect(isAwaited(ofTask, startMs + 8 * dayMs)).toBe(false);
});
