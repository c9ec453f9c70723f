import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JobRecord } from '../../../src/ledger/record.ts';
import { ledgerInTemp } from '../fixtures/open-ledger.ts';
import { at, intent, jobRecord, startMs } from '../fixtures/records.ts';

/** A task of v1, as a look at it shows it: with the service's own id beside the vendor's. */
function task(name: string, changes: Partial<JobRecord> = {}): JobRecord {
  const raw = { id: `task-${name}`, job_id: `job_${name}`, status: 'running' };
  return jobRecord(`task-${name}`, { route: 'tasks', raw, ...changes });
}

async function withTasks(...names: string[]) {
  const under = ledgerInTemp();
  for (const name of names) await under.ledger.recordJob(task(name));
  const month = join(under.folder, 'done', '2025-03');
  return { ...under, month, log: join(month, 'names.log') };
}

describe('the job_id that v1 shows beside a task’s own id', () => {
  it('means the task, whole or begun, wherever an id is read', async () => {
    const { ledger } = await withTasks('abc', 'abd');
    expect(await ledger.resolveId('job_abc')).toEqual({ id: 'task-abc' });
    expect((await ledger.find('job_abd'))?.id).toBe('task-abd');
    expect(await ledger.resolveId('job_abd')).toEqual({ id: 'task-abd' });
    expect(await ledger.resolveId('job_a')).toEqual({ ambiguous: ['task-abd', 'task-abc'], areMore: false });
    expect(await ledger.resolveId('job_b')).toBeUndefined();
  });

  it('is known from the look that first shows it, whether or not somebody asked before', async () => {
    const { ledger } = ledgerInTemp();
    for (const name of ['early', 'late']) {
      await ledger.recordJob(task(name, { raw: { id: `task-${name}` } }));
      expect(await ledger.resolveId(`job_${name}`)).toBeUndefined();
      await ledger.updateJob(`task-${name}`, () => task(name));
      expect(await ledger.resolveId(`job_${name}`)).toEqual({ id: `task-${name}` });
    }
    expect(await ledger.find('job_early')).toMatchObject({ id: 'task-early' });
  });

  it('gives way to a job that is recorded under it, and makes the beginning of two ids ambiguous', async () => {
    const { ledger } = await withTasks('abc');
    await ledger.recordJob(jobRecord('job_abc0'));
    expect(await ledger.resolveId('job_abc')).toEqual({ id: 'task-abc' });
    expect(await ledger.resolveId('job_ab')).toEqual({ ambiguous: ['job_abc0', 'task-abc'], areMore: false });
    await ledger.recordJob(jobRecord('job_abc'));
    expect(await ledger.resolveId('job_abc')).toEqual({ id: 'job_abc' });
    expect((await ledger.find('job_abc'))?.route).toBe('jobs');
  });

  it('means nothing once its record is gone, and leaves an emptied month', async () => {
    const { ledger, month } = await withTasks('abc');
    expect(await ledger.find('job_abc')).toBeDefined();
    await ledger.prune({ beforeMs: startMs + 1000, matches: () => true });
    expect(await ledger.resolveId('job_abc')).toBeUndefined();
    expect(await ledger.find('job_abc')).toBeUndefined();
    expect(existsSync(month)).toBe(true);
  });

  it('is nothing of v2, whatever its answer holds', async () => {
    const { ledger } = ledgerInTemp();
    await ledger.recordJob(jobRecord('job_a', { raw: { job_id: 'job_other' } }));
    await ledger.recordJob(task('odd', { raw: { job_id: 7 } }));
    await ledger.recordJob(task('own', { raw: { job_id: 'task-own' } }));
    expect(await ledger.resolveId('job_other')).toBeUndefined();
    expect(await ledger.resolveId('7')).toBeUndefined();
    expect(await ledger.resolveId('task-own')).toEqual({ id: 'task-own' });
  });
});

describe('the log of names', () => {
  it('begins with its month, and leads to a record without reading another', async () => {
    const { ledger, month, log, warnings } = await withTasks('abc');
    expect(readFileSync(log, 'utf8').trim()).toBe('["alias","job_abc","task-abc"]');
    // Whoever reads this one is told off: it is torn.
    writeFileSync(join(month, 'task-torn.json'), '{');
    expect(await ledger.resolveId('job_unknown')).toBeUndefined();
    expect(await ledger.resolveId('job_ab')).toEqual({ id: 'task-abc' });
    expect((await ledger.find('job_abc'))?.id).toBe('task-abc');
    expect(warnings).toEqual([]);
  });

  it('is made of the records once where a genctl before kept none', async () => {
    const { ledger, month, log, warnings } = await withTasks('abc');
    const own = intent({ tags: { client: 'acme' } });
    await ledger.recordJob(jobRecord('job_tagged', { intent: own, recorded_at: at(1) }));
    rmSync(log);
    expect(await ledger.resolveId('task-abc')).toEqual({ id: 'task-abc' });
    expect(await ledger.resolveId('@2')).toEqual({ id: 'task-abc' });
    await ledger.recordJob(task('new', { recorded_at: at(1) }));
    expect(await ledger.resolveId('job_a')).toEqual({ id: 'task-abc' });
    expect(readFileSync(log, 'utf8').split('\n').filter(Boolean).sort()).toEqual([
      '["alias","job_abc","task-abc"]',
      '["alias","job_new","task-new"]',
      '["tag","client"]',
    ]);
    writeFileSync(join(month, 'task-torn.json'), '{');
    expect(await ledger.resolveId('job_unknown')).toBeUndefined();
    expect(warnings).toEqual([]);
  });

  it('survives torn lines, lines of others and its own loss', async () => {
    const { ledger, log } = await withTasks('abc');
    await ledger.resolveId('job_abc');
    appendFileSync(log, '\n["alias","job_gone","task-gone"]\n["alias",2]\nnull\n["alias","job_to');
    await ledger.recordJob(task('new', { recorded_at: at(1) }));
    expect(await ledger.resolveId('job_new')).toEqual({ id: 'task-new' });
    expect(await ledger.resolveId('job_gone')).toBeUndefined();
    rmSync(log);
    await ledger.recordJob(task('newer', { recorded_at: at(2) }));
    expect(await ledger.resolveId('job_newer')).toEqual({ id: 'task-newer' });
    expect(await ledger.resolveId('job_abc')).toEqual({ id: 'task-abc' });
  });

  it('that can not be kept costs no job, and no second id', async () => {
    const { ledger, log, warnings } = await withTasks('abc');
    rmSync(log);
    mkdirSync(log);
    await expect(ledger.recordJob(task('new', { recorded_at: at(1) }))).resolves.toMatchObject({
      id: 'task-new',
    });
    expect(await ledger.resolveId('task-n')).toEqual({ id: 'task-new' });
    expect((await ledger.find('job_new'))?.id).toBe('task-new');
    expect(warnings).toEqual([]);
  });
});

describe('the beginning of an id as files are called by it', () => {
  it('means the job, where no id begins so', async () => {
    const { ledger } = ledgerInTemp();
    for (const id of ['job_38f5a211aa', 'job_38f5a2ffbb', 'cgt-38f5']) await ledger.recordJob(jobRecord(id));
    expect(await ledger.resolveId('38f5a211')).toEqual({ id: 'job_38f5a211aa' });
    expect(await ledger.resolveId('38f5a211aa')).toEqual({ id: 'job_38f5a211aa' });
    expect(await ledger.resolveId('38f5a2')).toMatchObject({ areMore: false });
    for (const word of ['38f5', '99999999', 'f5a211', 'a-fox-38f5a211'])
      expect(await ledger.resolveId(word)).toBeUndefined();
  });
});
