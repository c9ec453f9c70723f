import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeFileAtomic } from '../../../src/files/atomic-write.ts';
import type { JobFacts } from '../../../src/ledger/facts/job-facts.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { recordBytes } from '../../../src/ledger/records/parse.ts';
import { writeLargeLedger } from '../../bench/large-ledger.ts';
import { tempFolder } from '../../files/fixtures/temp-folder.ts';
import { ledgerInTemp } from '../fixtures/open-ledger.ts';
import { at, inState, jobRecord } from '../fixtures/records.ts';

const jobs = 220;
const newestMs = Date.parse('2025-03-10T12:00:00.000Z');

/** A ledger of 220 jobs of March 2025, all of them over; none of it was looked at. */
function ledgerOfMany() {
  const home = tempFolder();
  writeLargeLedger({ home, jobs, newestMs });
  const under = ledgerInTemp(join(home, 'ledger'));
  const month = join(under.folder, 'done', '2025-03');
  return { ...under, month, log: join(month, 'facts.log') };
}

async function factsIn(ledger: Ledger): Promise<Map<string, JobFacts>> {
  const facts = new Map<string, JobFacts>();
  await ledger.survey({}, (job) => {
    expect(facts.has(job.id), `${job.id} is told once`).toBe(false);
    facts.set(job.id, job);
  });
  return facts;
}

/** Changes the state of every record behind the back of the ledger; who reads one finds `succeedeD`. */
function changeUnseen(month: string, but = ''): void {
  for (const name of readdirSync(month).filter((one) => one.endsWith('.json') && one !== `${but}.json`)) {
    const file = join(month, name);
    writeFileSync(file, readFileSync(file, 'utf8').replace('"succeeded"', '"succeedeD"'));
  }
}

const readAgain = (facts: Map<string, JobFacts>) =>
  [...facts.values()].filter(({ status }) => status === 'succeedeD').map(({ id }) => id);

describe('the facts of all jobs', () => {
  it('are those of the records, and come from the log from then on: no record is read', async () => {
    const { ledger, log, month } = ledgerOfMany();
    const facts = await factsIn(ledger);
    expect(facts.size).toBe(jobs);
    const [newest] = await ledger.list({ limit: 1 });
    expect(facts.get(newest?.id ?? '')).toEqual({
      id: newest?.id,
      recordedAtMs: newestMs - 1000,
      ...{ profile: 'work', origin: 'https://api.example.com', route: 'jobs' },
      ...{ model: 'vendor-a/image-1', status: 'succeeded', isOver: true },
      ...{ createdAtMs: newestMs - 1000, tookMs: 0, sentAtMs: newestMs - 1000, chargedAtMs: newestMs - 1000 },
      ...{ costUsd: 0.14, isChargeUnknown: false },
      key: newest?.intent?.idempotency_key,
      account: newest?.intent?.account,
      ...{ batch: null, once: null, mayBeDraft: false, tags: null },
    });
    expect(existsSync(log)).toBe(true);
    changeUnseen(month);
    expect(readAgain(await factsIn(ledger))).toEqual([]);
    rmSync(log);
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

  it('of a job that goes on, or may yet be told its charge, are read each time', async () => {
    const { ledger, month } = ledgerOfMany();
    await ledger.recordJob(jobRecord('job_open', { recorded_at: at(0) }));
    const untold = { id: 'x', status: 'succeeded', completed_at: at(0) };
    await ledger.recordJob(jobRecord('job_untold', { job: { ...untold, id: 'job_untold' } }));
    await ledger.recordJob(jobRecord('cgt-1', { route: 'tasks', job: { ...untold, id: 'cgt-1' } }));
    await factsIn(ledger);
    changeUnseen(month);
    // v1 tells no charge, so that nothing of its job is waited for.
    expect(readAgain(await factsIn(ledger))).toEqual(['job_untold']);
    await ledger.updateJob('job_open', (record) => inState(record, 'failed'));
    expect((await factsIn(ledger)).get('job_open')).toMatchObject({ status: 'failed', isOver: true });
  });

  it('follow a record that changes all the same, and no other is read for it', async () => {
    const { ledger, month } = ledgerOfMany();
    const [id = ''] = (await factsIn(ledger)).keys();
    changeUnseen(month, id);
    for (const profile of ['studio', 'aa', 'bb', 'cc']) {
      await ledger.updateJob(id, (record) => ({ ...record, profile }));
      const facts = await factsIn(ledger);
      expect(facts.get(id)?.profile).toBe(profile);
      expect(readAgain(facts)).toEqual([]);
    }
  });

  it('follow a job that is recorded anew after it was pruned', async () => {
    const { ledger } = ledgerOfMany();
    const [id = ''] = (await factsIn(ledger)).keys();
    await ledger.prune({ beforeMs: newestMs, matches: (record) => record.id === id });
    expect((await factsIn(ledger)).has(id)).toBe(false);
    await ledger.recordJob(jobRecord(id, { profile: 'home' }));
    expect((await factsIn(ledger)).get(id)).toMatchObject({ profile: 'home', status: 'queued' });
  });

  it('follow a program that keeps no log: what it adds is found', async () => {
    const { ledger, month } = ledgerOfMany();
    await factsIn(ledger);
    appendFileSync(join(month, 'order.log'), `\n${newestMs} "job_new"\n`);
    writeFileAtomic(join(month, 'job_new.json'), recordBytes(jobRecord('job_new')));
    const later = await factsIn(ledger);
    expect([later.size, later.has('job_new')]).toEqual([jobs + 1, true]);
    rmSync(month, { recursive: true });
    expect((await factsIn(ledger)).size).toBe(0);
  });

  it('leave out a job whose record is gone, whether or not it was settled', async () => {
    const { ledger, month } = ledgerOfMany();
    const [id = ''] = (await factsIn(ledger)).keys();
    await ledger.recordJob(jobRecord('job_open'));
    await factsIn(ledger);
    for (const name of [id, 'job_open']) rmSync(join(month, `${name}.json`));
    const facts = await factsIn(ledger);
    expect([facts.has(id), facts.has('job_open')]).toEqual([false, false]);
  });

  it('of a job that stands in two months are told once, and those of earlier months only where they are wanted', async () => {
    const { ledger, folder } = ledgerOfMany();
    const { id = '' } = (await ledger.list({ limit: 1 }))[0] ?? {};
    const april = { recorded_at: '2025-04-01T00:00:00.000Z', profile: 'april' };
    await ledger.recordJob(jobRecord('job_april', april));
    appendFileSync(join(folder, 'done', '2025-04', 'order.log'), `\n1 ${JSON.stringify(id)}\n`);
    writeFileAtomic(join(folder, 'done', '2025-04', `${id}.json`), recordBytes(jobRecord(id, april)));
    const facts = await factsIn(ledger);
    expect(facts.size).toBe(jobs + 1);
    expect(facts.get(id)?.profile).toBe('april');
    const ids: string[] = [];
    await ledger.survey({ sinceMs: Date.parse('2025-04-02T00:00:00.000Z') }, (job) => ids.push(job.id));
    expect(ids.toSorted()).toEqual([id, 'job_april'].toSorted());
  });
});

describe('a log of facts that is no good', () => {
  it.each([
    ['is empty', () => ''],
    ['is cut short', (text: string) => text.slice(0, -40)],
    ['has lost its beginning', (text: string) => text.slice(1000)],
    ['is of another version', (text: string) => text.replaceAll(/^\[\d+,/gm, '[999,')],
    [
      'has a torn line within',
      (text: string) => text.replace(/^.*job_7.*$/m, (line) => '\0'.repeat(line.length)),
    ],
    ['is something else', () => 'a story\n'],
  ])('because it %s has what it lacks from the records', async (_, damage) => {
    const { ledger, log, month } = ledgerOfMany();
    const facts = await factsIn(ledger);
    const whole = readFileSync(log, 'utf8');
    expect(damage(whole)).not.toBe(whole);
    writeFileSync(log, damage(whole));
    expect(await factsIn(ledger)).toEqual(facts);
    changeUnseen(month);
    expect(readAgain(await factsIn(ledger))).toEqual([]);
  });

  it('because it can’t be written is done without', async () => {
    const { ledger, log } = ledgerOfMany();
    mkdirSync(log);
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
    // The records are read when their turn comes, and so is one that has changed since.
    expect(
      await ledger.list({ where: ({ id, status }) => oldest.includes(id) && status === 'queued' }),
    ).toEqual([]);
  });
});
