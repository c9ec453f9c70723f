import { expect, it } from 'vitest';
import type { LeftIfKilled } from '../../src/cli/surroundings.ts';
import { MachineError, RefusedError } from '../../src/errors/endings.ts';
import { type SentJob, settleIntent, submitIntent } from '../../src/submit/submit.ts';
import { intent } from '../ledger/fixtures/records.ts';
import { submitBench, v1Intent } from './fixtures/v1-submits.ts';

const choices = { windowMs: 24 * 3_600_000, resend: false };
const made: SentJob = { job: { id: 'job_paid', status: 'queued' }, replayed: false };

function outOfDescriptors(): MachineError {
  const cause = Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE', syscall: 'open' });
  return new MachineError({ code: 'store_failed', message: 'the ledger can’t be written', cause });
}

it.each([intent(), v1Intent()])(
  'a submit that can not be prepared for is neither written down nor sent',
  async (wanted) => {
    const { ledger, ports, sent } = submitBench(() => made);
    const prepare = async (): Promise<never> => {
      throw new MachineError({ code: 'not_sent', message: 'this machine stopped genctl' });
    };
    await expect(submitIntent(wanted, choices, { ...ports, prepare })).rejects.toMatchObject({
      code: 'not_sent',
    });
    expect(await ledger.unsettledCount()).toBe(0);
    await ledger.claimIntent(wanted);
    await expect(settleIntent(wanted, { ...ports, prepare })).rejects.toMatchObject({ code: 'not_sent' });
    expect(await ledger.unsettled()).toMatchObject([{ first_sent_at: null }]);
    expect(sent).toEqual([]);
  },
);

it('a job that a limit keeps from being recorded is recorded with the descriptors that were held', async () => {
  const { ledger, ports } = submitBench(() => made);
  let times = 0;
  const recordJob: typeof ledger.recordJob = async (record) => {
    times += 1;
    if (times === 1) throw outOfDescriptors();
    return ledger.recordJob(record);
  };
  const { record } = await submitIntent(intent(), choices, { ...ports, ledger: { ...ledger, recordJob } });
  expect(record.id).toBe('job_paid');
  expect(await ledger.find('job_paid')).toMatchObject({ id: 'job_paid' });
  expect(await ledger.unsettledCount()).toBe(0);
});

it('a refusal that can not be written down names the key, and the line that settles it', async () => {
  const { ledger, ports } = submitBench(() => {
    throw new RefusedError({ code: 'refused', message: 'The service refused the submit', status: 422 });
  });
  const recordRefusal = async (): Promise<never> => {
    throw new MachineError({ code: 'store_failed', message: 'the disk is full', hint: 'free space' });
  };
  const wanted = intent();
  const submitted = submitIntent(wanted, choices, { ...ports, ledger: { ...ledger, recordRefusal } });
  await expect(submitted).rejects.toMatchObject({
    exitCode: 14,
    message: 'The service refused the submit',
    why: expect.stringContaining(wanted.idempotency_key),
    hint: 'free space, then: genctl recover',
    idempotencyKey: wanted.idempotency_key,
    retryable: false,
  });
});

it('what an unforeseen error leaves is still known when the run ends by it', async () => {
  const lefts = new Set<() => LeftIfKilled>();
  const { ports } = submitBench(() => {
    throw new TypeError('undefined is not a function');
  });
  const wanted = intent();
  const leftIfKilled = (left: () => LeftIfKilled) => {
    lefts.add(left);
    return () => lefts.delete(left);
  };
  await expect(submitIntent(wanted, choices, { ...ports, leftIfKilled })).rejects.toThrow(TypeError);
  expect([...lefts].map((left) => left())).toEqual([
    { idempotencyKey: wanted.idempotency_key, recoverable: true },
  ]);
});
