import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLedger } from '../../src/ledger/ledger.ts';
import { intent, jobRecord } from '../ledger/fixtures/records.ts';
import { newHome } from './genctl.ts';

/** A home with three jobs of the batch teaser, one of trailer, and one of none. */
async function homeOfBatches() {
  const { home, run } = newHome();
  const ledger = openLedger({
    folder: join(home, 'genctl', 'ledger'),
    nowMs: () => Date.parse('2025-03-11T00:00:00Z'),
    warn: () => {},
  });
  const jobs = [
    ['teaser/s01', 'succeeded', 0.25],
    ['teaser/s02', 'failed', undefined],
    ['trailer/s01', 'succeeded', 0.5],
    ['teaser/s03', 'running', undefined],
    [null, 'succeeded', 1],
  ] as const;
  for (const [place, [once, status, cost_usd]] of jobs.entries()) {
    const [name, shot] = once?.split('/') ?? [];
    const batch = name === undefined || shot === undefined ? undefined : { name, shot, fields: {} };
    const id = `job_${place}`;
    const recorded_at = `2025-03-10T12:00:0${place}.000Z`;
    const own = intent({ idempotency_key: `key-${place}`, once, batch });
    const job = { id, status, cost_usd, created_at: recorded_at };
    await ledger.recordJob(jobRecord(id, { intent: own, recorded_at, job }));
  }
  return run;
}

it('jobs --batch lists those of one batch, with its other filters, and the document names the batch', async () => {
  const run = await homeOfBatches();
  const listed = await run(['jobs', '--batch', 'teaser', '--json']);
  const { items } = JSON.parse(listed.stdout) as { items: { id: string; batch: string | null }[] };
  expect(items.map(({ id, batch }) => [id, batch])).toEqual([
    ['job_3', 'teaser'],
    ['job_1', 'teaser'],
    ['job_0', 'teaser'],
  ]);
  expect((await run(['jobs', '--batch', 'teaser', '--status', 'failed', '-q'])).stdout).toBe('job_1\n');
  expect((await run(['jobs', '--batch', 'teaser', '--limit', '1', '-q'])).stdout).toBe('job_3\n');
  const none = await run(['jobs', '--batch', 'tease']);
  expect(none).toMatchObject({ code: 0, stdout: '' });
  expect(none.stderr).toContain('No jobs match.');
});

it('show names the batch and its line; a job of none has null', async () => {
  const run = await homeOfBatches();
  expect((await run(['show', 'job_2'])).stdout).toMatch(/^ +batch +trailer, line s01$/m);
  expect((await run(['show', 'job_4'])).stdout).not.toContain('batch');
  expect(JSON.parse((await run(['show', 'job_4', '--json'])).stdout)).toMatchObject({
    id: 'job_4',
    batch: null,
  });
});

it('costs --by batch has a row for each, and one for the jobs of none', async () => {
  const run = await homeOfBatches();
  expect((await run(['costs', '--by', 'batch'])).stdout).toBe(
    '(no batch)\t1\t1\t1\t0\ntrailer\t0.5\t1\t1\t0\nteaser\t0.25\t3\t1\t1\n',
  );
  const { items } = JSON.parse((await run(['costs', '--by', 'batch', '--json'])).stdout) as {
    items: object[];
  };
  expect(items[0]).toMatchObject({ batch: null, jobs: 1, cost_usd: 1 });
  expect(items[2]).toMatchObject({ batch: 'teaser', jobs: 3, charged: 1, unknown: 1 });
});
