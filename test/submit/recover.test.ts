import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openLedger } from '../../src/ledger/ledger.ts';
import type { Intent, JobRecord } from '../../src/ledger/record.ts';
import { settleRecorded } from '../../src/submit/recover.ts';

const at = '2026-03-04T05:06:07.000Z';

function intentOf(key: string): Intent {
  const place = { route: 'jobs', profile: 'sandbox', base_url: 'sandbox:' } as const;
  const request = { body: '{"model":"m","input":{}}', model: 'm', once: null, attempt: 1, draft_of: null };
  return { schema: 1, idempotency_key: key, ...place, ...request, created_at: at, first_sent_at: at };
}

it('settles an intent whose job is on record without sending anything, and leaves the others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'genctl-recover-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const ledger = openLedger({ folder, nowMs: () => Date.parse(at), warn: () => {} });
  const [done, lost] = [
    intentOf('11111111-1111-4111-8111-111111111111'),
    intentOf('22222222-2222-4222-8222-222222222222'),
  ];
  const { route, profile, base_url } = done;
  const record: JobRecord = {
    ...{ schema: 1, id: 'job_1', route, profile, base_url, recorded_at: at, seen_at: at, intent: done },
    ...{ job: { id: 'job_1', status: 'queued' }, replayed: false, finals: [], files: [] },
  };
  await ledger.claimIntent(done);
  await ledger.recordJob(record);
  // As after a kill between the record and the removal of the intent.
  await ledger.claimIntent(done);
  await ledger.claimIntent(lost);
  expect(await settleRecorded(await ledger.unsettled(), ledger)).toMatchObject([
    { kind: 'settled', record: { id: 'job_1' } },
  ]);
  expect((await ledger.unsettled()).map((intent) => intent.idempotency_key)).toEqual([lost.idempotency_key]);
});
