import { execFile } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { ledgerInTemp } from '../fixtures/open-ledger.ts';
import { startWorkers } from '../fixtures/processes.ts';
import { at, jobRecord } from '../fixtures/records.ts';

const workers = startWorkers(2);

const idsOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, number) => `job_${name}${number}`);

it('records that are copied back while others write, look and lose a log are all there, each once', async () => {
  const { folder, ledger } = ledgerInTemp();
  for (const [place, id] of idsOf('old', 60).entries())
    await ledger.recordJob(jobRecord(id, { recorded_at: at(place) }));
  const backup = `${folder}-backup`;
  cpSync(folder, backup, { recursive: true });
  rmSync(folder, { recursive: true });
  await ledger.recordJob(jobRecord('job_first'));

  let isOver = false;
  const copied = promisify(execFile)('cp', ['-rn', `${backup}/.`, folder]);
  const written = workers.runTogether(
    ['one', 'two'].map((name) => ({ do: 'record jobs', folder, ids: idsOf(name, 40) })),
  );
  const looked = (async () => {
    for (let look = 0; !isOver; look += 1) {
      await ledger.list({ limit: 5 });
      await ledger.survey({}, () => {});
      if (look % 7 === 3) writeFileSync(join(folder, 'done', '2025-03', 'order.log'), '');
      await new Promise(setImmediate);
    }
  })();
  await Promise.all([copied, written]);
  isOver = true;
  await looked;

  const wanted = ['job_first', ...idsOf('old', 60), ...idsOf('one', 40), ...idsOf('two', 40)].sort();
  const listed = (await ledger.list()).map(({ id }) => id);
  expect(listed.toSorted()).toEqual(wanted);
  const surveyed: string[] = [];
  await ledger.survey({}, ({ id }) => surveyed.push(id));
  expect(surveyed.toSorted()).toEqual(wanted);
});
