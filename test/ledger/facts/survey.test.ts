import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeFileAtomic } from '../../../src/files/atomic-write.ts';
import type { JobFacts } from '../../../src/ledger/facts/job-facts.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { recordBytes } from '../../../src/ledger/records/parse.ts';
import { writeLargeLedger } from '../../bench/large-ledger.ts';
import { tempFolder } from '../../files/fixtures/temp-folder.ts';
import { ledgerInTemp } from '../fixtures/open-ledger.ts';
import { jobRecord } from '../fixtures/records.ts';

/** Enough for an index: a month of fewer has none. */
const jobs = 220;
const newestMs = Date.parse('2025-03-10T12:00:00.000Z');

/** A ledger of 220 jobs of March 2025, whose records are an hour old; none of it was looked at. */
function ledgerOfMany() {
  const home = tempFolder();
  writeLargeLedger({ home, jobs, newestMs });
  const under = ledgerInTemp(join(home, 'ledger'));
  const month = join(under.folder, 'done', '2025-03');
  const rest = () => restFor(month);
  rest();
  return { ...under, month, rest, index: join(under.folder, 'facts', '2025-03.ndjson') };
}

/** Makes a folder as old as if nothing had been written for an hour. */
function restFor(folder: string): void {
  const hourAgo = Math.floor(Date.now() / 1000) - 3600;
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), hourAgo, hourAgo);
  utimesSync(folder, hourAgo, hourAgo);
}

async function factsIn(ledger: Ledger): Promise<Map<string, JobFacts>> {
  const facts = new Map<string, JobFacts>();
  await ledger.survey({}, (job) => {
    expect(facts.has(job.id), `${job.id} is told once`).toBe(false);
    facts.set(job.id, job);
  });
  return facts;
}

/** Changes the state of every record so that no look at the files can tell; who reads one finds `succeedeD`. */
function changeUnseen(month: string): void {
  const folderTime = statSync(month).mtimeMs / 1000;
  for (const name of readdirSync(month).filter((one) => one.endsWith('.json'))) {
    const file = join(month, name);
    const { mtimeMs } = statSync(file);
    writeFileSync(file, readFileSync(file, 'utf8').replace('"succeeded"', '"succeedeD"'));
    utimesSync(file, mtimeMs / 1000, mtimeMs / 1000);
  }
  utimesSync(month, folderTime, folderTime);
}

const readAgain = (facts: Map<string, JobFacts>) =>
  [...facts.values()].filter(({ status }) => status === 'succeedeD').map(({ id }) => id);

describe('the facts of all jobs', () => {
  it('are those of the records, and come from the index from then on: no record is read', async () => {
    const { index, ledger, month } = ledgerOfMany();
    const facts = await factsIn(ledger);
    expect(facts.size).toBe(jobs);
    const [newest] = await ledger.list({ limit: 1 });
    expect(facts.get(newest?.id ?? '')).toEqual({
      id: newest?.id,
      recordedAtMs: newestMs - 1000,
      ...{ profile: 'work', route: 'jobs', model: 'vendor-a/image-1', status: 'succeeded', isOver: true },
      ...{ createdAtMs: newestMs - 1000, tookMs: 0, chargedAtMs: newestMs - 1000 },
      ...{ costUsd: 0.14, isChargeUnknown: false },
      key: newest?.intent?.idempotency_key,
      account: newest?.intent?.account,
      ...{ batch: null, once: null, mayBeDraft: false, tags: null },
    });
    expect(existsSync(index)).toBe(true);
    changeUnseen(month);
    expect(readAgain(await factsIn(ledger))).toEqual([]);
    rmSync(index);
    expect(readAgain(await factsIn(ledger))).not.toEqual([]);
  });

  it('order a list, of which only what is listed is read', async () => {
    const { ledger, month } = ledgerOfMany();
    await factsIn(ledger);
    changeUnseen(month);
    const dearest = await ledger.list({
      order: (one, other) =>
        (other.costUsd ?? 0) - (one.costUsd ?? 0) || one.recordedAtMs - other.recordedAtMs,
      where: ({ isOver }) => isOver,
      sinceMs: newestMs - 150_000,
      beforeMs: newestMs - 50_000,
      limit: 3,
    });
    expect(dearest.map(({ job }) => job.cost_usd)).toEqual([0.14, 0.14, 0.14]);
    const times = dearest.map(({ recorded_at }) => Date.parse(recorded_at));
    expect(times).toEqual(times.toSorted());
    expect(times[0]).toBeGreaterThanOrEqual(newestMs - 150_000);
    expect(await ledger.list({ order: () => 0, beforeMs: newestMs - jobs * 1000 })).toEqual([]);
  });

  it('of a few jobs need no index', async () => {
    const { folder, ledger } = ledgerInTemp();
    await ledger.recordJob(jobRecord('job_1'));
    expect([...(await factsIn(ledger)).keys()]).toEqual(['job_1']);
    expect(existsSync(join(folder, 'facts'))).toBe(false);
  });

  it('follow a record that changes, and no other is read for it', async () => {
    const { ledger, month } = ledgerOfMany();
    const [id = ''] = (await factsIn(ledger)).keys();
    changeUnseen(month);
    await ledger.updateJob(id, (record) => ({ ...record, profile: 'studio' }));
    const facts = await factsIn(ledger);
    expect(facts.get(id)?.profile).toBe('studio');
    expect(readAgain(facts).filter((one) => one !== id)).toEqual([]);
  });

  it('follow a record that changes again within the same moment', async () => {
    const { ledger } = ledgerOfMany();
    const [id = ''] = (await factsIn(ledger)).keys();
    for (const profile of ['aa', 'bb', 'cc', 'dd', 'ee', 'ff']) {
      await ledger.updateJob(id, (record) => ({ ...record, profile }));
      expect((await factsIn(ledger)).get(id)?.profile).toBe(profile);
    }
  });

  it('of a record that was written moments ago are read again: the next change may look the same', async () => {
    const { ledger, month } = ledgerOfMany();
    const [id = ''] = (await factsIn(ledger)).keys();
    await ledger.updateJob(id, (record) => ({ ...record, profile: 'studio' }));
    // By a disk whose clock is ahead, so that no slow machine makes them old.
    const soon = Math.floor(Date.now() / 1000) + 3600;
    for (const path of [join(month, `${id}.json`), month]) utimesSync(path, soon, soon);
    await factsIn(ledger);
    changeUnseen(month);
    expect(readAgain(await factsIn(ledger))).toEqual([id]);
  });

  it('follow a program that keeps no index: what it writes is found, also with an old time and the same length', async () => {
    const { ledger, month, rest } = ledgerOfMany();
    const facts = await factsIn(ledger);
    const [id = ''] = facts.keys();
    const record = await ledger.find(id);
    if (record === undefined) throw new Error('no record');
    writeFileAtomic(join(month, `${id}.json`), recordBytes({ ...record, profile: 'home' }));
    writeFileAtomic(join(month, 'job_new.json'), recordBytes(jobRecord('job_new')));
    rest();
    utimesSync(month, 1, 1);
    const later = await factsIn(ledger);
    expect(later.get(id)?.profile).toBe('home');
    expect(later.size).toBe(jobs + 1);
  });

  it('leave out a record that is gone, and the index of a month that is', async () => {
    const { index, ledger, month } = ledgerOfMany();
    const [id = ''] = (await factsIn(ledger)).keys();
    rmSync(join(month, `${id}.json`));
    expect((await factsIn(ledger)).has(id)).toBe(false);
    rmSync(month, { recursive: true });
    expect((await factsIn(ledger)).size).toBe(0);
    expect(existsSync(index)).toBe(false);
  });

  it('of a job that stands in two months are told once, and those of earlier months only where they are wanted', async () => {
    const { ledger, folder } = ledgerOfMany();
    const { id = '' } = (await ledger.list({ limit: 1 }))[0] ?? {};
    const april = { recorded_at: '2025-04-01T00:00:00.000Z', profile: 'april' };
    await ledger.recordJob(jobRecord('job_april', april));
    writeFileAtomic(join(folder, 'done', '2025-04', `${id}.json`), recordBytes(jobRecord(id, april)));
    const facts = await factsIn(ledger);
    expect(facts.size).toBe(jobs + 1);
    expect(facts.get(id)?.profile).toBe('april');
    const ids: string[] = [];
    await ledger.survey({ sinceMs: Date.parse('2025-04-02T00:00:00.000Z') }, (job) => ids.push(job.id));
    expect(ids.toSorted()).toEqual([id, 'job_april'].toSorted());
  });
});

describe('an index that is no good', () => {
  it.each([
    ['is empty', () => ''],
    ['is cut short', (text: string) => text.slice(0, -40)],
    ['has lost its beginning', (text: string) => text.slice(1000)],
    ['is of another version', (text: string) => text.replace(/\{"facts":\d+/, '{"facts":999')],
    ['is something else', () => 'a story\n'],
  ])('because it %s is made anew', async (_, damage) => {
    const { index, ledger, month } = ledgerOfMany();
    const facts = await factsIn(ledger);
    const whole = readFileSync(index, 'utf8');
    expect(damage(whole)).not.toBe(whole);
    writeFileSync(index, damage(whole));
    expect(await factsIn(ledger)).toEqual(facts);
    restFor(month);
    expect((await factsIn(ledger)).size).toBe(jobs);
    expect(readFileSync(index, 'utf8').split('\n')).toHaveLength(jobs + 2);
  });

  it('because of a torn line within is removed, and the command says so rather than leave a job out', async () => {
    const { index, ledger } = ledgerOfMany();
    const facts = await factsIn(ledger);
    const lines = readFileSync(index, 'utf8').split('\n');
    lines[7] = '\0'.repeat(lines[7]?.length ?? 0);
    writeFileSync(index, lines.join('\n'));
    await expect(factsIn(ledger)).rejects.toMatchObject({ code: 'index_damaged' });
    expect(await factsIn(ledger)).toEqual(facts);
  });

  it('because it can’t be written is done without', async () => {
    const { folder, ledger } = ledgerOfMany();
    writeFileSync(join(folder, 'facts'), 'in the way');
    expect((await factsIn(ledger)).size).toBe(jobs);
  });
});

describe('a search by facts', () => {
  it('finds the newest first, and reads no more records than the newest and those it lists', async () => {
    const { ledger, month } = ledgerOfMany();
    const oldest = (await ledger.list()).slice(-3).map(({ id }) => id);
    await factsIn(ledger);
    changeUnseen(month);
    const found = await ledger.list({ where: ({ id }) => oldest.includes(id) });
    expect(found.map(({ id }) => id)).toEqual(oldest);
    // The records are read when their turn comes, and so is one that has changed since the index was made.
    expect(
      await ledger.list({ where: ({ id, status }) => oldest.includes(id) && status === 'queued' }),
    ).toEqual([]);
  });
});
