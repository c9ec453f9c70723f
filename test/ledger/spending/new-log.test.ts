import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startMs } from '../fixtures/records.ts';
import { made, opened } from '../fixtures/spending.ts';

it('an order log that was lost and made anew hides no charge, however long it has become', async () => {
  const { finish, folder, record, spent } = opened();
  for (let n = 1; n <= 30; n += 1) await record(`job_${n}`, null);
  await spent();
  rmSync(join(folder, 'done', '2025-03', 'order.log'));
  for (let n = 31; n <= 33; n += 1) await record(`job_${n}`, null);
  await finish('job_31', 1);
  expect(await spent()).toEqual([1, 1, 32]);
});

it.each([
  ['charged', 1],
  ['not looked at since', undefined],
])('a job whose record was removed and made again counts once, where it was %s', async (_, costUsd) => {
  const { claim, clock, finish, ledger, record, spent } = opened();
  const intent = await made(claim({}, { assumed: 2 }));
  clock.ms += 1_000;
  const first = await record('job_1', intent);
  await spent();
  clock.ms += 1_000;
  await finish('job_1', 1);
  if (costUsd !== undefined) expect(await spent()).toEqual([costUsd, costUsd, 0]);
  clock.ms += 1_000;
  const { ids } = await ledger.prune({ beforeMs: clock.ms, matches: () => true });
  expect(ids).toEqual(['job_1']);
  await spent();
  clock.ms += 1_000;
  await ledger.recordJob(first);
  await spent();
  await finish('job_1', 1);
  expect(await spent()).toEqual([1, 1, 0]);
  expect(await ledger.find('job_1')).toMatchObject({ recorded_at: first.recorded_at });
});

it.each([0, 20])(
  'a job that is made again counts by an index that was drawn %s minutes after it was removed',
  async (minutes) => {
    const { clock, finish, folder, ledger, record, spent } = opened();
    const first = await record('job_1', null);
    await ledger.prune({ beforeMs: clock.ms + 1, matches: () => true });
    clock.ms += minutes * 60_000;
    rmSync(join(folder, 'spending'), { recursive: true, force: true });
    expect(await spent()).toEqual([0, 0, 0]);
    clock.ms += minutes * 60_000;
    expect(await spent()).toEqual([0, 0, 0]);
    await ledger.recordJob(first);
    await finish('job_1', 1);
    expect(await spent()).toEqual([1, 1, 0]);
  },
);

it('a job that was recorded, removed and recorded again before anybody looked counts once', async () => {
  const { clock, finish, ledger, record, spent } = opened();
  await spent();
  clock.ms += 1_000;
  const first = await record('job_1', null);
  await finish('job_1', 1);
  await ledger.prune({ beforeMs: clock.ms + 1, matches: () => true });
  await ledger.recordJob(first);
  await finish('job_1', 1);
  expect(await spent()).toEqual([1, 1, 0]);
});

it.each([1, 40])(
  'of %i jobs that are looked up by their ids once they were removed, each counts once',
  async (count) => {
    const { clock, finish, ledger, record, spent } = opened();
    const ids = Array.from({ length: count }, (_, number) => `job_${number}`);
    const recordAll = async () => {
      for (const id of ids) {
        await record(id, null);
        await finish(id, 1, startMs);
      }
    };
    await recordAll();
    expect(await spent()).toEqual([count, count, 0]);
    await ledger.prune({ beforeMs: clock.ms + 1, matches: () => true });
    clock.ms += 1_000;
    await recordAll();
    await record('job_new', null);
    await finish('job_new', 1);
    expect(await spent()).toEqual([count + 1, count + 1, 0]);
  },
);

it('a job that was recorded before the end of a month, and again behind it, counts once', async () => {
  const { clock, finish, ledger, record, spent } = opened();
  clock.ms = Date.UTC(2025, 3, 30, 23, 59);
  await record('job_1', null);
  clock.ms += 2 * 60_000;
  await finish('job_1', 1);
  expect(await spent()).toEqual([1, 1, 0]);
  await ledger.prune({ beforeMs: clock.ms, matches: () => true });
  await record('job_1', null);
  await finish('job_1', 1);
  expect(await spent()).toEqual([1, 1, 0]);
});

it('a job counts whose record comes a while after its line, though that was written a second time', async () => {
  const { clock, finish, folder, record, spent } = opened();
  const done = join(folder, 'done', '2025-03');
  await spent();
  await record('job_1', null);
  await finish('job_1', 1);
  const [path, log] = [join(done, 'job_1.json'), join(done, 'order.log')];
  const [bytes, line] = [readFileSync(path), readFileSync(log)];
  rmSync(path);
  clock.ms += 20 * 60_000;
  expect(await spent()).toEqual([0, 0, 0]);
  clock.ms += 9 * 60_000;
  appendFileSync(log, line);
  expect(await spent()).toEqual([0, 0, 0]);
  clock.ms += 2 * 60_000;
  expect(await spent()).toEqual([0, 0, 0]);
  writeFileSync(path, bytes);
  expect(await spent()).toEqual([1, 1, 0]);
});
