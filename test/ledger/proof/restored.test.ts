import {
  appendFileSync,
  copyFileSync,
  cpSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openMonthIndexes } from '../../../src/ledger/proof/month-index.ts';
import { readProof } from '../../../src/ledger/proof/month-proof.ts';
import { recordBytes } from '../../../src/ledger/records/parse.ts';
import { ledgerInTemp } from '../fixtures/open-ledger.ts';
import { at, intent, jobRecord, startMs } from '../fixtures/records.ts';
import { made, opened } from '../fixtures/spending.ts';

async function withJobs(count: number) {
  const under = ledgerInTemp();
  for (let number = 0; number < count; number += 1)
    await under.ledger.recordJob(jobRecord(`job_${number}`, { recorded_at: at(number) }));
  return { ...under, month: join(under.folder, 'done', '2025-03') };
}

const idsOf = (records: { id: string }[]) => records.map(({ id }) => id);

/** Puts a record beside the others as a copying program does: no log hears of it. */
function putBack(month: string, id: string, seconds: number): void {
  writeFileSync(join(month, `${id}.json`), recordBytes(jobRecord(id, { recorded_at: at(seconds) })));
}

describe('records that were put back', () => {
  it('are listed in their places, at once and one after another', async () => {
    const { ledger, month } = await withJobs(2);
    for (let number = 0; number < 20; number += 1) {
      putBack(month, `job_back${number}`, 0.5 - number / 100);
      const ids = idsOf(await ledger.list());
      expect([ids[0], ids[1], ids.length]).toEqual(['job_1', 'job_back0', number + 3]);
    }
  });

  it('count in a budget before the next claim', async () => {
    const { claim, finish, folder, record } = opened();
    await record('job_1', await made(claim({}, { budget: 5, assumed: 2 })));
    await finish('job_1', 2);
    const backup = `${folder}-backup`;
    cpSync(folder, backup, { recursive: true });
    rmSync(folder, { recursive: true });
    await record('job_2', await made(claim({}, { budget: 5, assumed: 2 })));
    await finish('job_2', 2);
    await made(claim({}, { budget: 4.5, assumed: 2 }));
    rmSync(join(folder, 'open'), { recursive: true });
    cpSync(backup, folder, { recursive: true, force: false });
    expect(await claim({}, { budget: 5, assumed: 2 })).toBe('over');
  });

  it.each([1, 3, 27])('count in a budget though the last %i bytes of a log are cut off', async (cut) => {
    const { finish, folder, record, spent } = opened();
    await record('job_first', null);
    await finish('job_first', 3);
    const log = join(folder, 'done', '2025-03', 'order.log');
    writeFileSync(log, readFileSync(log).subarray(0, -cut));
    expect(await spent()).toEqual([3, 3, 0]);
  });

  it('get their own names, where a copy gave them others, and count once where theirs are taken', async () => {
    const { ledger, month } = await withJobs(1);
    writeFileSync(join(month, 'copy.json'), recordBytes(jobRecord('job_lost', { recorded_at: at(-5) })));
    copyFileSync(join(month, 'job_0.json'), join(month, 'job_0-copy.json'));
    expect(idsOf(await ledger.list())).toEqual(['job_0', 'job_lost']);
    expect(
      readdirSync(month)
        .filter((name) => name.endsWith('.json'))
        .sort(),
    ).toEqual(['job_0-copy.json', 'job_0.json', 'job_lost.json']);
  });

  it('are left alone while they are written, and listed when they are whole', async () => {
    const { ledger, month } = await withJobs(1);
    const bytes = recordBytes(jobRecord('job_half', { recorded_at: at(5) }));
    for (const part of [bytes.subarray(0, 0), bytes.subarray(0, 30)]) {
      writeFileSync(join(month, 'job_half.json'), part);
      expect(idsOf(await ledger.list())).toEqual(['job_0']);
    }
    appendFileSync(join(month, 'job_half.json'), bytes.subarray(30));
    expect(idsOf(await ledger.list())).toEqual(['job_half', 'job_0']);
  });
});

describe('a proof', () => {
  it('is kept only of a state that is older than the look', async () => {
    const { folder, ledger, month } = await withJobs(1);
    const proof = join(folder, 'proofs', '2025-03.json');
    for (let look = 0; look < 50; look += 1) {
      putBack(month, `job_look${look}`, look);
      await ledger.list();
      expect(await ledger.list()).toHaveLength(look + 2);
    }
    expect(readProof(proof)?.records.count).toBe(51);
  });

  it('holds while nothing changes: no record is read again', async () => {
    const { folder, ledger, month } = await withJobs(3);
    const indexes = openMonthIndexes({
      ...{ done: join(folder, 'done'), proofs: join(folder, 'proofs'), nowMs: () => startMs },
      warn: () => {},
    });
    await ledger.list();
    const proof = () => readProof(join(folder, 'proofs', '2025-03.json'));
    const isMarked = (): boolean => {
      indexes.indexOf('2025-03');
      const { folder: mark, logs } = proof() ?? {};
      return typeof mark === 'string' && Object.values(logs ?? {}).every((log) => log.mark !== null);
    };
    await expect.poll(isMarked).toBe(true);
    const known = proof();
    indexes.indexOf('2025-03');
    expect(proof()).toEqual(known);
    const log = join(month, 'order.log');
    writeFileSync(log, readFileSync(log, 'utf8').replace('job_1', 'job_7'));
    expect(idsOf(await ledger.list())).toEqual(['job_2', 'job_1', 'job_0']);
    expect(proof()?.generation).not.toBe(known?.generation);
  });

  it('of another time says nothing of a job that has changed since', async () => {
    const { folder, ledger } = await withJobs(1);
    await ledger.updateJob('job_0', (record) => ({ ...record, job: { ...record.job, status: 'failed' } }));
    await ledger.survey({}, () => {});
    const proof = join(folder, 'proofs', '2025-03.json');
    const before = readFileSync(proof);
    await ledger.updateJob('job_0', (record) => ({
      ...record,
      intent: intent({ tags: { client: 'acme' } }),
    }));
    writeFileSync(proof, before);
    const tagged = await ledger.list({ where: ({ tags }) => tags?.client === 'acme' });
    expect(idsOf(tagged)).toEqual(['job_0']);
  });
});
