import { expect, it } from 'vitest';
import { createNewestBatch, progressWords } from '../../../src/follow/list/list-notes.ts';
import { ledgerInTemp } from '../../ledger/fixtures/open-ledger.ts';
import { at, intent, jobRecord } from '../../ledger/fixtures/records.ts';

let number = 0;

function job(name: string, status: string, account = 'f1-work') {
  number += 1;
  const id = `job_${number}`;
  const batch = { name, shot: `s${number}`, fields: {} };
  return jobRecord(id, {
    recorded_at: at(number),
    intent: intent({ account, batch, idempotency_key: `key-${number}` }),
    job: { id, status },
  });
}

it('the newest batch with an unfinished job is told, by all jobs that its account has of it', async () => {
  const { ledger } = ledgerInTemp();
  const running = job('shots', 'running');
  const older = job('older', 'queued');
  const records = [older, job('shots', 'succeeded'), job('shots', 'failed'), job('shots', 'queued'), running];
  const others = [job('shots', 'succeeded', 'f1-another'), job('later', 'succeeded')];
  for (const record of [...records, ...others]) await ledger.recordJob(record);
  const batch = createNewestBatch();
  for (const record of [others[1] ?? running, running, older]) batch.add(record);
  const told = await batch.line({ ledger: async () => ledger });
  expect(told).toBe('batch older: 0 of 1 job done, 1 running');
  const ofShots = createNewestBatch();
  ofShots.add(running);
  expect(await ofShots.line({ ledger: async () => ledger })).toBe(
    'batch shots: 1 of 4 jobs done, 2 running, 1 failed',
  );
});

it('nothing is told, and no index is read, where no batch has an unfinished job', async () => {
  const batch = createNewestBatch();
  batch.add(job('shots', 'succeeded'));
  batch.add(jobRecord('job_plain'));
  const ledger = () => Promise.reject(new Error('it is read'));
  expect(await batch.line({ ledger })).toBeUndefined();
});

it('the words have what runs first, then how the others ended', () => {
  const tally = new Map([
    ['failed', 3],
    ['done', 212],
    ['canceled', 1],
    ['running', 8],
  ]);
  expect(progressWords('shots', tally)).toBe(
    'batch shots: 212 of 224 jobs done, 8 running, 3 failed, 1 canceled',
  );
});
