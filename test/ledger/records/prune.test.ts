import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLedger } from '../../../src/ledger/ledger.ts';
import type { JobRecord } from '../../../src/ledger/record.ts';
import { tempFolder } from '../../files/fixtures/temp-folder.ts';
import { at, inState, intent, jobRecord, startMs } from '../fixtures/records.ts';

const dayMs = 24 * 60 * 60 * 1000;
const isOver = ({ job }: JobRecord) => job.status === 'succeeded';
const idsOf = (records: readonly JobRecord[]) => records.map(({ id }) => id);

/** A ledger seen from a time: unit days after the start, 2025-03-10. */
function ledgerAfter(days: number) {
  const folder = join(tempFolder(), 'ledger');
  const warnings: string[] = [];
  const nowMs = () => startMs + days * dayMs;
  const ledger = openLedger({ folder, nowMs, warn: (message) => warnings.push(message) });
  return { ledger, folder, warnings, done: join(folder, 'done'), beforeMs: startMs + 1 };
}

function over(id: string, changes: Partial<JobRecord> = {}): JobRecord {
  return inState(jobRecord(id, changes), 'succeeded');
}

describe('pruning', () => {
  it('removes what was recorded before and may go, and says what it freed', async () => {
    const { ledger, done, beforeMs } = ledgerAfter(100);
    await ledger.recordJob(over('job_old'));
    await ledger.recordJob(jobRecord('job_running'));
    await ledger.recordJob(over('job_new', { recorded_at: at(60) }));
    const bytes = readFileSync(join(done, '2025-03', 'job_old.json')).length;
    expect(await ledger.prune({ beforeMs, matches: isOver })).toEqual({ ids: ['job_old'], bytes });
    expect(idsOf(await ledger.list())).toEqual(['job_new', 'job_running']);
    expect(await ledger.find('job_old')).toBeUndefined();
    expect(await ledger.resolveId('@2')).toEqual({ id: 'job_running' });
    expect(await ledger.prune({ beforeMs, matches: isOver })).toEqual({ ids: [], bytes: 0 });
  });

  it('takes the lines of a month that is over out of its order, and leaves those of one that may grow', async () => {
    for (const [days, hasLine] of [
      [40, false],
      [21.9, true],
      [0, true],
    ] as const) {
      const { ledger, done, beforeMs } = ledgerAfter(days);
      await ledger.recordJob(over('job_old'));
      await ledger.recordJob(jobRecord('job_running'));
      await ledger.prune({ beforeMs, matches: isOver });
      expect(idsOf(await ledger.list())).toEqual(['job_running']);
      const order = readFileSync(join(done, '2025-03', 'order.log'), 'utf8');
      expect(order.includes('job_old'), `${days} days on`).toBe(hasLine);
      expect(order).toContain('job_running');
    }
  });

  it('takes lines that an earlier pruning had to leave', async () => {
    const folder = join(tempFolder(), 'ledger');
    const on = (days: number) =>
      openLedger({ folder, nowMs: () => startMs + days * dayMs, warn: () => expect.fail('a warning') });
    await on(0).recordJob(over('job_old'));
    await on(0).recordJob(jobRecord('job_running'));
    const query = { beforeMs: startMs + 1, matches: isOver };
    await on(1).prune(query);
    await on(60).prune(query);
    expect(idsOf(await on(60).list())).toEqual(['job_running']);
    expect(readFileSync(join(folder, 'done', '2025-03', 'order.log'), 'utf8')).not.toContain('job_old');
  });

  it('keeps the order of what stays', async () => {
    const { ledger, beforeMs } = ledgerAfter(100);
    for (const [place, id] of ['job_a', 'job_b', 'job_c', 'job_d'].entries()) {
      const record = jobRecord(id, { recorded_at: at(place - 10) });
      await ledger.recordJob(id === 'job_b' ? inState(record, 'succeeded') : record);
    }
    await ledger.prune({ beforeMs, matches: isOver });
    expect(idsOf(await ledger.list())).toEqual(['job_d', 'job_c', 'job_a']);
  });

  it('removes the folder of an old month with its last job, unless something else is in it', async () => {
    const { ledger, done, beforeMs } = ledgerAfter(100);
    await ledger.recordJob(over('job_old', { recorded_at: '2024-11-03T00:00:00.000Z' }));
    await ledger.recordJob(over('job_march'));
    await ledger.claimIntent(intent({ once: 'hero', idempotency_key: 'g1-hero' }));
    writeFileSync(join(done, '2025-03', 'job_x.json.torn-1'), '{');
    const { ids } = await ledger.prune({ beforeMs, matches: isOver });
    expect(ids.sort()).toEqual(['job_march', 'job_old']);
    expect(readdirSync(done)).toEqual(['2025-03']);
    expect(readdirSync(join(done, '2025-03'))).toEqual(['job_x.json.torn-1']);
    await ledger.recordJob(jobRecord('job_again'));
    expect(idsOf(await ledger.list())).toEqual(['job_again']);
  });

  it('never touches an open intent, nor a name that was used: it still leads to its job', async () => {
    const { ledger, beforeMs } = ledgerAfter(100);
    const used = intent({ idempotency_key: 'g1-hero', once: 'hero' });
    await ledger.claimIntent(used);
    await ledger.recordJob(over('job_hero', { intent: used }));
    const open = intent();
    await ledger.claimIntent(open);
    await ledger.prune({ beforeMs, matches: () => true });
    expect(await ledger.unsettled()).toEqual([open]);
    expect(await ledger.claimIntent({ ...used, body: '{}' })).toMatchObject({
      claimed: false,
      intent: used,
      record: { id: 'job_hero' },
    });
  });

  it('leaves a job that changed after it was looked at', async () => {
    const { ledger, beforeMs } = ledgerAfter(100);
    await ledger.recordJob(over('job_a'));
    let looks = 0;
    const matches = () => {
      looks += 1;
      return looks === 1;
    };
    expect(await ledger.prune({ beforeMs, matches })).toEqual({ ids: [], bytes: 0 });
    expect(await ledger.find('job_a')).toBeDefined();
  });

  it('leaves a record that is younger than a line of its order', async () => {
    const { ledger, done, beforeMs } = ledgerAfter(100);
    await ledger.recordJob(over('job_a'));
    writeFileSync(join(done, '2025-03', 'job_a.json'), '{');
    await ledger.list();
    await ledger.recordJob(over('job_a', { recorded_at: at(60) }));
    expect((await ledger.prune({ beforeMs, matches: isOver })).ids).toEqual([]);
  });

  it('loses no job that is recorded and no change that is made at the same time', async () => {
    const { ledger, folder, beforeMs } = ledgerAfter(0);
    const other = openLedger({ folder, nowMs: () => startMs, warn: () => {} });
    const old = Array.from({ length: 60 }, (_, number) => `job_old_${number}`);
    for (const id of old) await ledger.recordJob(over(id));
    const fresh = Array.from({ length: 30 }, (_, number) => `job_new_${number}`);
    const [pruned] = await Promise.all([
      ledger.prune({ beforeMs, matches: isOver }),
      ...old.map((id) => other.updateJob(id, (record) => ({ ...record, finals: ['job_f'] }))),
      ...fresh.map((id) => other.recordJob(jobRecord(id, { recorded_at: at(5) }))),
    ]);
    expect(pruned.ids.sort()).toEqual([...old].sort());
    expect(idsOf(await ledger.list()).sort()).toEqual([...fresh].sort());
    expect(readdirSync(join(folder, 'done', '2025-03')).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('of a ledger that is not there makes none', async () => {
    const { ledger, folder } = ledgerAfter(0);
    expect(await ledger.prune({ beforeMs: startMs, matches: isOver })).toEqual({ ids: [], bytes: 0 });
    expect(existsSync(folder)).toBe(false);
  });
});
