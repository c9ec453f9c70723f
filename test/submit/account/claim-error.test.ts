import { expect, it } from 'vitest';
import { AuthError } from '../../../src/errors/endings.ts';
import { type SentJob, submitIntent } from '../../../src/submit/submit.ts';
import { intent } from '../../ledger/fixtures/records.ts';
import { submitBench, v1Intent } from '../fixtures/v1-submits.ts';

const choices = { windowMs: 24 * 3_600_000, resend: false };
const made: SentJob = { job: { id: 'job_paid', status: 'queued' }, replayed: false };
const claimError = new AuthError({ code: 'key_of_another_account', message: 'another account' });

it.each([
  ['v2', intent()],
  ['v1', v1Intent()],
])('an account that may claim nothing sends no new submit of %s', async (_, wanted) => {
  const { ledger, ports, sent } = submitBench(() => made);
  await expect(submitIntent(wanted, choices, { ...ports, claimError })).rejects.toBe(claimError);
  expect(sent).toEqual([]);
  expect(await ledger.unsettledCount()).toBe(0);
});

it('a job that is known already is still found under its name', async () => {
  const { ports, sent } = submitBench(() => made);
  const wanted = intent({ once: 'fox' });
  await submitIntent(wanted, choices, ports);
  const again = await submitIntent(wanted, choices, { ...ports, claimError });
  expect(again).toMatchObject({ known: true, record: { id: 'job_paid' } });
  expect(sent).toHaveLength(1);
});
