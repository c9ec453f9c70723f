import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordBytes } from '../../../src/ledger/records/parse.ts';
import { ledgerInTemp } from '../fixtures/open-ledger.ts';
import { at, inState, jobRecord, startMs } from '../fixtures/records.ts';

async function withJobs(count: number) {
  const under = ledgerInTemp();
  for (let number = 0; number < count; number += 1) {
    await under.ledger.recordJob(jobRecord(`job_${number}`, { recorded_at: at(number) }));
  }
  return { ...under, month: join(under.folder, 'done', '2025-03') };
}

const idsOf = (records: { id: string }[]) => records.map(({ id }) => id);

describe('the order of the jobs', () => {
  it('is newest first, limited, from a time on, and filtered', async () => {
    const { ledger } = await withJobs(6);
    await ledger.updateJob('job_1', (record) => inState(record, 'succeeded'));
    expect(idsOf(await ledger.list({ limit: 2 }))).toEqual(['job_5', 'job_4']);
    expect(idsOf(await ledger.list({ limit: 0 }))).toEqual([]);
    expect(idsOf(await ledger.list({ sinceMs: startMs + 4_000 }))).toEqual(['job_5', 'job_4']);
    const isOver = {
      limit: 1,
      matches: (record: { job: { status: string } }) => record.job.status === 'succeeded',
    };
    expect(idsOf(await ledger.list(isOver))).toEqual(['job_1']);
  });

  it('leaves out a torn last line, and the line after it is whole', async () => {
    const { ledger, month } = await withJobs(2);
    appendFileSync(join(month, 'order.log'), '\n1741608000000 "job_to');
    expect(idsOf(await ledger.list())).toEqual(['job_1', 'job_0']);
    await ledger.recordJob(jobRecord('job_2', { recorded_at: at(2) }));
    expect(idsOf(await ledger.list())).toEqual(['job_2', 'job_1', 'job_0']);
  });

  it('leaves out lines that have no record, and what is no line', async () => {
    const { ledger, month } = await withJobs(2);
    rmSync(join(month, 'job_0.json'));
    appendFileSync(join(month, 'order.log'), `\0\0\0\nword\n1 "job_gone"\n1 "\\u12"\n`);
    expect(idsOf(await ledger.list())).toEqual(['job_1']);
    expect(await ledger.resolveId('job_g')).toBeUndefined();
    expect(await ledger.resolveId('@2')).toBeUndefined();
  });

  it('is made anew from the records where the log is missing', async () => {
    const { ledger, month } = await withJobs(4);
    const log = join(month, 'order.log');
    rmSync(log);
    expect(idsOf(await ledger.list({ limit: 2 }))).toEqual(['job_3', 'job_2']);
    expect(readFileSync(log, 'utf8').trim().split('\n')).toHaveLength(4);
    rmSync(log);
    await ledger.recordJob(jobRecord('job_4', { recorded_at: at(4) }));
    expect(idsOf(await ledger.list())).toEqual(['job_4', 'job_3', 'job_2', 'job_1', 'job_0']);
  });

  it('names a job once that has two lines, as after a crash between line and record', async () => {
    const { ledger, month } = await withJobs(1);
    appendFileSync(join(month, 'order.log'), `${startMs} "job_0"\n`);
    expect(idsOf(await ledger.list())).toEqual(['job_0']);
  });
});

describe('a word for a job', () => {
  it('is a whole id, the beginning of one, or a place from the newest', async () => {
    const { ledger } = await withJobs(12);
    expect(await ledger.resolveId('job_1')).toEqual({ id: 'job_1' });
    expect(await ledger.resolveId('job_11')).toEqual({ id: 'job_11' });
    expect(await ledger.resolveId('@last')).toEqual({ id: 'job_11' });
    expect(await ledger.resolveId('@1')).toEqual({ id: 'job_11' });
    expect(await ledger.resolveId('@2')).toEqual({ id: 'job_10' });
    for (const word of ['', '@', '@0', '@13', '@-1', 'job_x', 'ob_1']) {
      expect(await ledger.resolveId(word)).toBeUndefined();
    }
  });

  it('that begins several ids names ten of them at most, and says whether there are more', async () => {
    const { ledger } = await withJobs(12);
    expect(await ledger.resolveId('job')).toEqual({
      ambiguous: Array.from({ length: 10 }, (_, place) => `job_${11 - place}`),
      areMore: true,
    });
    await ledger.recordJob(jobRecord('task-7'));
    expect(await ledger.resolveId('ta')).toEqual({ id: 'task-7' });
  });
});

describe('a ledger of 2,000 jobs', () => {
  it('reads only the records it is asked for', async () => {
    const { ledger, folder, warnings } = ledgerInTemp();
    // Before it the folder is no ledger, and has no month.
    await ledger.recordJob(jobRecord('first', { recorded_at: at(-1) }));
    const month = join(folder, 'done', '2025-03');
    const lines: string[] = [];
    for (let number = 0; number < 2_000; number += 1) {
      const id = number === 5 ? 'task-5' : `job_${number}`;
      writeFileSync(join(month, `${id}.json`), recordBytes(jobRecord(id)));
      lines.push(`${startMs} "${id}"\n`);
    }
    writeFileSync(join(month, 'order.log'), lines.join(''));
    writeFileSync(join(month, 'names.log'), '');
    expect(await ledger.list({ limit: 1 })).toHaveLength(1);
    // Whoever reads one of these again is told off: they are torn.
    for (const name of readdirSync(month).filter((one) => /-5|_\d+\.json$/.test(one)))
      writeFileSync(join(month, name), '{');
    for (let number = 2_000; number < 2_020; number += 1) await ledger.recordJob(jobRecord(`job_${number}`));

    expect(idsOf(await ledger.list({ limit: 20 }))).toEqual(
      Array.from({ length: 20 }, (_, place) => `job_${2_019 - place}`),
    );
    expect((await ledger.find('job_2003'))?.id).toBe('job_2003');
    expect(await ledger.resolveId('job_7')).toEqual({ id: 'job_7' });
    expect(await ledger.resolveId('job_201')).toEqual({ id: 'job_201' });
    expect(await ledger.resolveId('ta')).toEqual({ id: 'task-5' });
    expect(await ledger.resolveId('@21')).toEqual({ id: 'job_1999' });
    expect(await ledger.unsettledCount()).toBe(0);
    expect(warnings).toEqual([]);
  });
});
