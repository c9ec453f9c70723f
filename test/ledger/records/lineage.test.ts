import { describe, expect, it } from 'vitest';
import { MachineError } from '../../../src/errors/endings.ts';
import { submitIntent } from '../../../src/submit/submit.ts';
import { choices, submitBench, v1Intent } from '../../submit/fixtures/v1-submits.ts';
import { intent, jobRecord } from '../fixtures/records.ts';

const final = () => ({ job: { id: 'cgt-final', status: 'queued' }, replayed: false });
const draft = jobRecord('cgt-draft', {
  route: 'tasks',
  raw: { id: 'cgt-draft', job_id: 'job_draft', status: 'succeeded' },
});

describe('a final', () => {
  it.each(['cgt-draft', 'job_draft'])(
    'on v1 is noted at its draft, which it names by %s',
    async (draft_of) => {
      const { ledger, ports } = submitBench(final);
      await ledger.recordJob(draft);
      await submitIntent(v1Intent({ draft_of }), choices, ports);
      expect((await ledger.find('cgt-draft'))?.finals).toEqual(['cgt-final']);
    },
  );

  it('is noted once, and also by a run that finds it there already', async () => {
    const { ledger, ports } = submitBench(final);
    await ledger.recordJob(jobRecord('job_draft'));
    const wanted = intent({ draft_of: 'job_draft', once: 'final', idempotency_key: 'g1-final' });
    await submitIntent(wanted, choices, ports);
    await ledger.updateJob('job_draft', (record) => ({ ...record, finals: [] }));
    for (let run = 0; run < 2; run += 1) {
      expect(await submitIntent(wanted, choices, ports)).toMatchObject({ known: true });
      expect((await ledger.find('job_draft'))?.finals).toEqual(['cgt-final']);
    }
  });

  it('of a draft that this machine does not know is submitted all the same', async () => {
    for (const wanted of [v1Intent({ draft_of: 'job_x' }), intent({ draft_of: 'job_x' })]) {
      const { events, ports } = submitBench(final);
      expect((await submitIntent(wanted, choices, ports)).record.id).toBe('cgt-final');
      expect(events.map(({ kind }) => kind)).toEqual(['submitted']);
    }
  });

  it('that can not be noted is told, and submitted', async () => {
    const { events, ledger, ports } = submitBench(final);
    await ledger.recordJob(draft);
    const full = {
      ...ledger,
      updateJob: () => Promise.reject(new MachineError({ code: 'x', message: 'full' })),
    };
    const { record } = await submitIntent(v1Intent({ draft_of: 'cgt-draft' }), choices, {
      ...ports,
      ledger: full,
    });
    expect(record.id).toBe('cgt-final');
    expect(events).toContainEqual({ kind: 'warning', message: expect.stringContaining('full') });
  });
});
