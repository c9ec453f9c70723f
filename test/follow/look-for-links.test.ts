import { describe, expect, it } from 'vitest';
import { lookForLinks } from '../../src/follow/look-for-links.ts';
import type { FlowEvent } from '../../src/ledger/events.ts';
import { openLedger } from '../../src/ledger/ledger.ts';
import { bench } from '../api/api-bench.ts';
import { json, type Step } from '../api/loopback-service.ts';
import { jobRecord } from '../ledger/fixtures/records.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const past = '2020-01-01T00:00:00Z';
const future = '2999-01-01T00:00:00Z';
const succeeded = (fields: object) => ({
  id: 'job_1',
  status: 'succeeded',
  model: 'vendor-a/image',
  ...fields,
});
const linked = [{ url: 'https://cdn.example/a.png' }];

/** Looks for the links of a job that the ledger has without any; `kept` is its record after that. */
async function look(replies: readonly Step[], retention_until: string) {
  const { api, clock, service } = await bench(replies);
  const ledger = openLedger({ folder: temporaryFolder('links-'), nowMs: clock.nowMs, warn: () => {} });
  const record = await ledger.recordJob(
    jobRecord('job_1', { job: succeeded({ outputs: [], retention_until }) }),
  );
  const events: FlowEvent[] = [];
  const looked = await lookForLinks(
    {
      accountOf: async () => ({}) as never,
      apiOf: async () => api,
      clock,
      clockOf: () => api.clock,
      keepWarning: () => true,
      ledger: async () => ledger,
      listen: (event) => void events.push(event),
    },
    record,
  );
  return { ...looked, events, kept: await ledger.find('job_1'), seen: service.seen };
}

describe('a look for the links that a job lacks', () => {
  it('records the links that came', async () => {
    const { failure, kept, record, seen } = await look([json(200, succeeded({ outputs: linked }))], future);
    expect([failure, seen.length]).toEqual([undefined, 1]);
    expect(record.job.outputs).toEqual(linked);
    expect(kept?.job.outputs).toEqual(linked);
  });

  it.each([
    ['an answer without links', json(200, succeeded({ outputs: [{ url: null }] })), future],
    ['a service that does not answer', json(403, { error: { code: 'forbidden', message: 'no' } }), past],
    ['a job that is not found before its time', json(404, { error: { code: 'x', message: 'no' } }), future],
  ])('takes %s for no loss, and warns', async (_, reply, retention) => {
    const { events, kept, record } = await look([reply], retention);
    expect([record.lost_at, kept?.lost_at]).toEqual([undefined, undefined]);
    expect(events.at(-1)).toMatchObject({
      kind: 'warning',
      message: expect.stringContaining('no usable link'),
    });
  });

  it.each([
    ['has no link', json(200, succeeded({ outputs: null, retention_until: past }))],
    ['does not know the job', json(404, { error: { code: 'x', message: 'no' } })],
  ])('records the loss where the service %s after it kept the job', async (_, reply) => {
    const { events, kept, record } = await look([reply], past);
    expect(record.lost_at).toMatch(/^\d{4}-/);
    expect(kept?.lost_at).toBe(record.lost_at);
    expect(events.at(-1)).toMatchObject({ message: expect.stringContaining('is lost since') });
  });
});
