import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ledgerInTemp } from '../fixtures/open-ledger.ts';
import { at, jobRecord } from '../fixtures/records.ts';

async function withJobs(...ids: string[]) {
  const under = ledgerInTemp();
  for (const id of ids) await under.ledger.recordJob(jobRecord(id));
  return under;
}

const shortOf = async (ledger: Awaited<ReturnType<typeof withJobs>>['ledger'], ...ids: string[]) =>
  Object.fromEntries(await ledger.shortIds(ids));

describe('a short id', () => {
  it('has six characters after job_, and means its job', async () => {
    const { ledger } = await withJobs('job_0123456789ab', 'job_fedcba987654');
    expect(await shortOf(ledger, 'job_0123456789ab')).toEqual({ job_0123456789ab: 'job_012345' });
    for (const word of ['job_012345', '012345', '01234'])
      expect(await ledger.resolveId(word), word).toEqual({ id: 'job_0123456789ab' });
  });

  it('is as much longer as tells it from all others, in whatever month they are', async () => {
    const { ledger } = await withJobs('job_0123456789ab', 'job_01234567ffff', 'job_0123aaaaaaaa');
    await ledger.recordJob(jobRecord('job_0123456790', { recorded_at: '2024-01-01T00:00:00.000Z' }));
    const short = await shortOf(ledger, 'job_0123456789ab', 'job_01234567ffff', 'job_0123456790');
    expect(Object.values(short)).toEqual(['job_012345678', 'job_01234567f', 'job_012345679']);
    for (const [id, word] of Object.entries(short)) expect(await ledger.resolveId(word)).toEqual({ id });
  });

  it('is the whole one where another begins with it', async () => {
    const { ledger } = await withJobs('job_01234567', 'job_0123456789ab');
    expect(await shortOf(ledger, 'job_01234567')).toEqual({ job_01234567: 'job_01234567' });
    expect(await ledger.resolveId('job_01234567')).toEqual({ id: 'job_01234567' });
  });

  it('leaves room for the ids that v1 shows beside its own, but for the job’s own one', async () => {
    const { ledger } = await withJobs('job_abcdefgh01');
    const raw = { id: 'task-55aa55aa', job_id: 'job_abcdefgh99' };
    await ledger.recordJob(jobRecord('task-55aa55aa', { route: 'tasks', raw }));
    const own = { id: 'job-66bb', job_id: 'job-66bb66bb66bb' };
    await ledger.recordJob(jobRecord('job-66bb66', { route: 'tasks', raw: own }));
    expect(await shortOf(ledger, 'job_abcdefgh01', 'task-55aa55aa', 'job-66bb66')).toEqual({
      job_abcdefgh01: 'job_abcdefgh0',
      'task-55aa55aa': 'task-5',
      'job-66bb66': 'job-66',
    });
    expect(await ledger.resolveId('job_abcdefgh0')).toEqual({ id: 'job_abcdefgh01' });
    expect(await ledger.resolveId('task-5')).toEqual({ id: 'task-55aa55aa' });
  });

  it('is not made of what can’t be typed as it is, nor of a job that is not recorded', async () => {
    const { ledger } = await withJobs('a job of spaces', '-dashed-job', '@lastingly', 'job_1');
    expect(await shortOf(ledger, 'a job of spaces', '-dashed-job', '@lastingly', 'job_1')).toEqual({});
    expect(await shortOf(ledger, 'job_0123456789ab')).toEqual({});
    expect(await shortOf(ledger)).toEqual({});
  });

  it('in the name of a file has eight characters or more, also of a job that is not recorded', async () => {
    const { ledger } = await withJobs('job_0123456789ab', 'job_01234567ffff', 'job_fedcba987654', 'job_1');
    const ids = ['job_0123456789ab', 'job_fedcba987654', 'job_01234567abcd', 'job_1'];
    expect(Object.fromEntries(await ledger.beginnings(ids, 8))).toEqual({
      job_0123456789ab: 'job_012345678',
      job_fedcba987654: 'job_fedcba98',
      job_01234567abcd: 'job_01234567a',
    });
  });

  it('is found among 20,000 jobs', async () => {
    const { folder, ledger } = await withJobs('job_000050000000', 'job_00005abcdefg');
    const month = join(folder, 'done', '2025-02');
    mkdirSync(month, { recursive: true });
    const lines = Array.from({ length: 20_000 }, (_, place) => {
      const id = `job_${String(place).padStart(8, '0')}ffff`;
      return `${Date.parse(at(0)) - place} "${id}"\n`;
    });
    writeFileSync(join(month, 'order.log'), lines.join(''));
    expect(await shortOf(ledger, 'job_000050000000', 'job_00005abcdefg')).toEqual({
      job_000050000000: 'job_000050000',
      job_00005abcdefg: 'job_00005a',
    });
  });
});
