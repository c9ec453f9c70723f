import { describe, expect, it } from 'vitest';
import { createSeenStates, stopReasonOf } from '../../../src/batch/run/shots.ts';
import { MachineError, OutcomeUnknownError } from '../../../src/errors/endings.ts';
import type { FollowedJob } from '../../../src/follow/follow.ts';
import { createFakeClock } from '../../follow/wait/fake-clock.ts';
import { ledgerInTemp } from '../../ledger/fixtures/open-ledger.ts';
import { intent, jobRecord } from '../../ledger/fixtures/records.ts';
import { syncNothing } from '../../submit/fixtures/no-sync.ts';

syncNothing();

async function setUp({ download = true } = {}) {
  const { ledger } = ledgerInTemp();
  const warnings: string[] = [];
  const states = createSeenStates(
    {
      clock: createFakeClock(),
      listen: (event) => void (event.kind === 'warning' && warnings.push(event.message)),
      ledger: async () => ledger,
    },
    { download },
  );
  const wanted = intent({});
  await ledger.claimIntent(wanted);
  const record = await ledger.recordJob(jobRecord('job_1', { intent: wanted }));
  const written = async () => (await ledger.find(record.id))?.job.status;
  const seen = (status: 'running' | 'succeeded' | 'failed') => ({ job: { ...record.job, status } });
  return { ledger, record, seen, states, warnings, written };
}

type ShotState = Awaited<ReturnType<typeof setUp>>;

function followed(
  { record }: ShotState,
  status: 'running' | 'succeeded',
  { isMissing }: { isMissing: boolean },
): FollowedJob {
  const job = { ...record.job, status };
  const kind = status === 'running' ? 'timed-out' : 'over';
  return { end: { kind, id: record.id, job }, record: { ...record, job }, failure: undefined, isMissing };
}

describe('a submit whose outcome is unknown', () => {
  const unknown = (status: number | undefined) =>
    new OutcomeUnknownError({ code: 'outcome_unknown', message: 'No answer', status });

  it('stops the others if it was answered 401, whoever wrote that: they are sent with the same key', () => {
    expect(stopReasonOf(unknown(401))).toBe('unauthorized');
  });

  it.each([undefined, 403, 404, 502])('stops no other submit after %s', (status) => {
    expect(stopReasonOf(unknown(status))).toBeUndefined();
  });
});

describe('what is seen of a job of a batch', () => {
  it('is in memory alone while it goes on, and after it succeeded until its files come', async () => {
    const { record, seen, states, written } = await setUp();
    expect((await states.keep(record, seen('running'))).job.status).toBe('running');
    expect((await states.keep(record, seen('succeeded'))).job.status).toBe('succeeded');
    expect(await written()).toBe('queued');
  });

  it('is written at once where no file will bring it to the disk', async () => {
    const failed = await setUp();
    await failed.states.keep(failed.record, failed.seen('failed'));
    expect(await failed.written()).toBe('failed');
    const fileless = await setUp({ download: false });
    await fileless.states.keep(fileless.record, fileless.seen('succeeded'));
    expect(await fileless.written()).toBe('succeeded');
  });

  it('is written at once with a body that is kept', async () => {
    const { ledger, record, seen, states } = await setUp();
    await states.keep(record, { ...seen('running'), raw: { task_status: 'running' } });
    expect(await ledger.find(record.id)).toMatchObject({
      job: { status: 'running' },
      raw: { task_status: 'running' },
    });
  });

  it('is written at its end where its files did not come, or its time was over', async () => {
    const cut = await setUp();
    await cut.states.settle(followed(cut, 'succeeded', { isMissing: true }));
    expect(await cut.written()).toBe('succeeded');
    const late = await setUp();
    await late.states.settle(followed(late, 'running', { isMissing: false }));
    expect(await late.written()).toBe('running');
  });

  it('only warns at its end where it can’t be written', async () => {
    const one = await setUp();
    const { ledger, warnings } = one;
    const full = new MachineError({ code: 'ENOSPC', message: 'the disk is full', hint: 'df -h' });
    ledger.updateJob = () => Promise.reject(full);
    await one.states.settle(followed(one, 'succeeded', { isMissing: true }));
    expect(warnings).toEqual([expect.stringContaining(`genctl status ${one.record.id}`)]);
  });
});
