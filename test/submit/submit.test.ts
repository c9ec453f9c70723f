import { describe, expect, it } from 'vitest';
import { AuthError, MachineError, OutcomeUnknownError } from '../../src/errors/endings.ts';
import type { Intent } from '../../src/ledger/record.ts';
import { type SentJob, submitIntent } from '../../src/submit/submit.ts';
import { at, intent, jobRecord, workAccount } from '../ledger/fixtures/records.ts';
import { submitBench, v1Intent } from './fixtures/v1-submits.ts';

const choices = { windowMs: 24 * 3_600_000, resend: false };
const hour = 3600;
const hero = { once: 'hero', idempotency_key: 'g1-hero' };
const made: SentJob = { job: { id: 'job_hero', status: 'queued' }, replayed: false };
const lost = (): never => {
  throw new OutcomeUnknownError({ code: 'outcome_unknown', message: 'lost' });
};

/** A request that was sent under a name, with that answer, and what is submitted under the name some seconds later. */
async function sentOnce(first: () => SentJob, later = first) {
  let answer = first;
  const under = submitBench(() => answer());
  await submitIntent(intent(hero), choices, under.ports).catch(() => {});
  expect(under.sent).toHaveLength(1);
  answer = later;
  const again = (seconds: number, changes: Partial<Intent> = {}, ports: Partial<typeof under.ports> = {}) => {
    const nowMs = Date.parse(at(seconds));
    const clock = { nowMs: () => nowMs, latestMs: async () => nowMs };
    return submitIntent(intent({ ...hero, ...changes }), choices, { ...under.ports, ...clock, ...ports });
  };
  return { ...under, again };
}

describe('a submit whose job can’t be recorded', () => {
  it('says which job that is, so that its id is not lost', async () => {
    const { ledger, ports } = submitBench(() => made);
    const recordJob = async () => {
      throw new Error('ENOSPC: no space left on device');
    };
    const submitted = submitIntent(intent(hero), choices, { ...ports, ledger: { ...ledger, recordJob } });
    await expect(submitted).rejects.toMatchObject({
      code: 'job_not_recorded',
      jobId: 'job_hero',
      record: { id: 'job_hero', intent: { idempotency_key: 'g1-hero' } },
    });
    expect(await ledger.unsettledCount()).toBe(1);
  });
});

describe('a submit under a name that has its job', () => {
  it('sends nothing, however long ago that was', async () => {
    const { again, sent } = await sentOnce(() => made);
    expect(await again(48 * hour)).toMatchObject({ known: true, record: { id: 'job_hero' } });
    expect(sent).toHaveLength(1);
  });

  it('is refused where it asks for something else', async () => {
    const { again, sent } = await sentOnce(() => made);
    await expect(again(60, { body: '{"model":"m"}' })).rejects.toMatchObject({ code: 'body_changed' });
    expect(sent).toHaveLength(1);
  });
});

describe('a submit under a name whose request is open', () => {
  it('is refused where it asks for something else', async () => {
    const { again, sent } = await sentOnce(lost, () => made);
    await expect(again(60, { body: '{"model":"m"}' })).rejects.toMatchObject({ code: 'body_changed' });
    expect(sent).toHaveLength(1);
  });

  it('sends it again while the service remembers its key, and no longer', async () => {
    const { again, sent } = await sentOnce(lost);
    await expect(again(hour)).rejects.toMatchObject({ code: 'outcome_unknown' });
    expect(sent).toHaveLength(2);
    await expect(again(25 * hour)).rejects.toMatchObject({ code: 'key_may_be_forgotten' });
    expect(sent).toHaveLength(2);
  });

  it('leaves it open where a later send is refused for what says nothing of the first', async () => {
    const { again, ledger } = await sentOnce(lost, () => {
      throw new AuthError({ code: 'unauthorized', message: 'no', status: 401 });
    });
    await expect(again(60)).rejects.toMatchObject({ exitCode: 13, code: 'outcome_unknown' });
    expect(await ledger.unsettledCount()).toBe(1);
  });
});

describe('a submit under a name whose request is open, with another key of the profile', () => {
  const rotated = { account: 'f1-0a1b2c3d-99999999999999999999999999999999' };
  const account = { ...workAccount, ...rotated };

  it('is not sent while no job tells whether that key is of the same account', async () => {
    const { again, ledger, sent } = await sentOnce(lost, () => made);
    // A job of a third key of the profile proves nothing: that may have been logged in to two accounts in turn.
    const third = intent({ idempotency_key: 'k3', account: 'f1-0a1b2c3d-33333333333333333333333333333333' });
    await ledger.recordJob(jobRecord('job_third', { intent: third }));
    const sees = async () => true;
    await expect(again(60, rotated, { account, sees })).rejects.toMatchObject({ code: 'account_not_told' });
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['does not see', false],
    ['sees', true],
  ])('that %s a job of the first one', async (_, isSeen) => {
    const { again, ledger, sent } = await sentOnce(lost, () => made);
    await ledger.recordJob(jobRecord('job_1', { intent: intent({ idempotency_key: 'k1' }) }));
    const asked: string[] = [];
    const submitted = again(60, rotated, {
      account,
      async sees({ id }) {
        asked.push(id);
        return isSeen;
      },
    });
    if (isSeen) expect((await submitted).record.id).toBe('job_hero');
    else await expect(submitted).rejects.toMatchObject({ exitCode: 13, code: 'account_not_told' });
    expect(asked).toEqual(['job_1']);
    expect(sent).toHaveLength(isSeen ? 2 : 1);
  });
});

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

describe('an answer with the id of another request', () => {
  it('on v1 is kept, and leaves the submit open', async () => {
    const answer = { id: 'job_hero', data: [{ b64_json: 'aGFyZQ==' }] };
    const { ledger, ports } = submitBench(() => ({ ...made, raw: answer }));
    await ledger.recordJob(jobRecord('job_hero', { intent: intent(hero) }));
    await expect(submitIntent(v1Intent(), choices, ports)).rejects.toMatchObject({
      code: 'id_of_another_request',
      exitCode: 13,
      jobId: undefined,
      why: expect.stringContaining('genctl kept the answer in '),
    });
    expect(await ledger.unsettledCount()).toBe(1);
  });

  it('by another service is the job of nobody here, and its id is told', async () => {
    const { ledger, ports } = submitBench(() => made);
    const elsewhere = { base_url: 'https://other.example.com', intent: intent(hero) };
    await ledger.recordJob(jobRecord('job_hero', elsewhere));
    await expect(submitIntent(intent(), choices, ports)).rejects.toMatchObject({
      code: 'job_not_recorded',
      exitCode: 14,
      jobId: 'job_hero',
      why: expect.stringContaining('https://other.example.com'),
    });
  });
});
