import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Intent } from '../../../src/ledger/record.ts';
import { ledgerInTemp } from '../fixtures/open-ledger.ts';
import { startWorkers } from '../fixtures/processes.ts';
import { at, intent, jobRecord } from '../fixtures/records.ts';

const fox = intent({ idempotency_key: 'key-fox' });
const crow = intent({
  idempotency_key: 'key-crow',
  body: '{"model":"vendor-a/image","input":{"prompt":"a crow"}}',
});
const isTaken = { code: 'id_of_another_request', exit: 'outcomeUnknown', idempotencyKey: 'key-crow' };

/** A ledger with the job of one request, and with another request that was sent. */
async function ledgerWithJob(ofJob: Partial<Parameters<typeof jobRecord>[1]> = {}, other: Intent = crow) {
  const { ledger, folder } = ledgerInTemp();
  await ledger.claimIntent(fox);
  const job = { id: 'job_a', status: 'succeeded', created_at: at(0) };
  await ledger.recordJob(jobRecord('job_a', { intent: fox, job, ...ofJob }));
  await ledger.claimIntent(other);
  await ledger.markSent(other, at(1));
  return { ledger, folder, record: await ledger.find('job_a') };
}

describe('an id that another request has', () => {
  it('is refused, and neither record changes', async () => {
    const { ledger, record } = await ledgerWithJob();
    await expect(ledger.recordJob(jobRecord('job_a', { intent: crow }))).rejects.toMatchObject(isTaken);
    expect(await ledger.find('job_a')).toEqual(record);
    expect((await ledger.unsettled()).map(({ idempotency_key }) => idempotency_key)).toEqual(['key-crow']);
  });

  it('is refused under a key of that name, too, which asks for something else', async () => {
    const again = { ...crow, idempotency_key: 'key-fox', account: 'f1-0a1b2c3d-another' };
    const { ledger, record } = await ledgerWithJob();
    await expect(ledger.recordJob(jobRecord('job_a', { intent: again }))).rejects.toMatchObject({
      code: 'id_of_another_request',
    });
    expect(await ledger.find('job_a')).toEqual(record);
  });

  it('is its own by another account of the same key and the same body: the API key has changed', async () => {
    const { ledger } = await ledgerWithJob();
    const rotated = { ...fox, account: 'f1-0a1b2c3d-another' };
    expect(await ledger.recordJob(jobRecord('job_a', { intent: rotated }))).toMatchObject({ id: 'job_a' });
  });

  it('is its own for a line of a batch with the same fields, though a link in its body is a newer one', async () => {
    const batch = { name: 'shots', shot: 's01', fields: { prompt: 'a'.repeat(16) } };
    const { ledger } = await ledgerWithJob({ intent: { ...fox, batch } });
    const line = { ...crow, idempotency_key: 'key-fox', batch };
    expect(await ledger.recordJob(jobRecord('job_a', { intent: line }))).toMatchObject({ id: 'job_a' });
  });

  it('is adopted where the job was looked up by its id alone, by the first request that names it', async () => {
    const { ledger } = await ledgerWithJob({ intent: null });
    expect(await ledger.recordJob(jobRecord('job_a', { intent: fox }))).toMatchObject({ intent: fox });
    await expect(ledger.recordJob(jobRecord('job_a', { intent: crow }))).rejects.toMatchObject(isTaken);
  });

  it('is refused where it is the second id of a task', async () => {
    const task = { route: 'tasks', raw: { job_id: 'job_second' } } as const;
    const { ledger } = await ledgerWithJob(task);
    await expect(ledger.recordJob(jobRecord('job_second', { intent: crow }))).rejects.toMatchObject(isTaken);
    expect(await ledger.find('job_second')).toMatchObject({ id: 'job_a' });
  });

  it('of another service can not be recorded beside it, and is said to exist', async () => {
    const elsewhere = { ...crow, base_url: 'https://other.example.com' };
    const { ledger, record } = await ledgerWithJob({}, elsewhere);
    const made = jobRecord('job_a', { intent: elsewhere, base_url: elsewhere.base_url });
    await expect(ledger.recordJob(made)).rejects.toMatchObject({
      code: 'ledger_name_taken',
      exit: 'machine',
      jobId: 'job_a',
    });
    expect(await ledger.find('job_a')).toEqual(record);
  });

  describe('whose answer holds a picture', () => {
    const picture = (text: string) => ({
      id: 'img',
      status: 'succeeded',
      outputs: [{ url: `data:image/png;base64,${Buffer.from(text).toString('base64')}` }],
    });
    const picturePath = (folder: string) => join(folder, 'pictures', 'img-1.png');

    it('leaves that of the first as it is', async () => {
      const { ledger, folder } = ledgerInTemp();
      await ledger.recordJob(jobRecord('img', { intent: fox, job: picture('a fox') }));
      const second = ledger.recordJob(jobRecord('img', { intent: crow, job: picture('a crow') }));
      await expect(second).rejects.toMatchObject(isTaken);
      expect(readFileSync(picturePath(folder), 'utf8')).toBe('a fox');
    });

    it('has that of the request that has the record, where two get it at one moment', async () => {
      const { ledger, folder } = ledgerInTemp();
      const requests = [fox, crow].map((made) =>
        ledger.recordJob(jobRecord('img', { intent: made, job: picture(made.idempotency_key) })),
      );
      const ends = await Promise.allSettled(requests);
      expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      const owner = (await ledger.find('img'))?.intent?.idempotency_key;
      expect(readFileSync(picturePath(folder), 'utf8')).toBe(owner);
    });
  });
});

describe('one id that several processes get at one moment', () => {
  const { runTogether } = startWorkers(4);

  it('is the job of exactly one of them', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { ledger, folder } = ledgerInTemp();
      const keys = ['a', 'b', 'c', 'd'].map((name) => `key-${name}-${round}`);
      const results = await runTogether(keys.map((key) => ({ do: 'record one', folder, id: 'job_a', key })));
      const [owner, ...others] = results.filter((result) => typeof result === 'string');
      expect(others).toEqual([]);
      expect(await ledger.find('job_a')).toMatchObject({ intent: { idempotency_key: owner } });
      const open = (await ledger.unsettled()).map(({ idempotency_key }) => idempotency_key);
      expect(open.toSorted()).toEqual(keys.filter((key) => key !== owner));
    }
  });
});
