import { expect, it } from 'vitest';
import { withPaidFinals } from '../../src/drafts/known-finals.ts';
import type { OutputMeans } from '../../src/outputs/output-means.ts';
import type { Job } from '../../src/service/job.ts';
import { jobRecord } from '../ledger/fixtures/records.ts';

it.each<[string, Partial<Job>, boolean]>([
  ['failed', { status: 'failed' }, false],
  ['failed, with a charge', { status: 'failed', cost_usd: 0.5 }, true],
  ['succeeded', { status: 'succeeded', cost_usd: 0.5 }, true],
  ['runs', { status: 'running' }, true],
  ['ended in a way that nobody knows', { status: 'shelved', completed_at: '2025-03-10T12:00:00Z' }, true],
])('a final that %s: %j counts: %j', async (_, job, counts) => {
  const known = jobRecord('job_2', { job: { id: 'job_2', status: 'queued', ...job } });
  const ledger = { find: async (id: string) => (id === 'job_2' ? known : undefined) };
  const context = { ledger: async () => ledger } as unknown as OutputMeans;
  const draft = await withPaidFinals(context, jobRecord('job_1', { finals: ['job_2'] }));
  expect(draft.finals).toEqual(counts ? ['job_2'] : []);
});
