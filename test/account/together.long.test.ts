import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings, withSetting } from '../../src/account/settings/settings.ts';
import { changeSettings } from '../../src/account/settings/settings-writer.ts';
import { tempFolder } from '../files/fixtures/temp-folder.ts';
import { ledgerInTemp } from '../ledger/fixtures/open-ledger.ts';
import { startWorkers } from '../ledger/fixtures/processes.ts';
import { at, intent, jobRecord } from '../ledger/fixtures/records.ts';

const workers = startWorkers(40);
const workersOnFullDisk = startWorkers(1, 'ulimit -f 0');

const forty = Array.from({ length: 40 }, (_, number) => number);

describe('forty processes at once', () => {
  it('lose none of the jobs they record, nor their order lines', async () => {
    const { ledger, folder, warnings } = ledgerInTemp();
    const idsOf = (process: number) => Array.from({ length: 5 }, (_, turn) => `job_${process}_${turn}`);
    await workers.runTogether(
      forty.map((process) => ({ do: 'record jobs', folder, ids: idsOf(process) }) as const),
    );
    const listed = (await ledger.list()).map((record) => record.id);
    expect(listed.sort()).toEqual(forty.flatMap(idsOf).sort());
    expect(await ledger.unsettledCount()).toBe(0);
    expect(warnings).toEqual([]);
    expect(readdirSync(join(folder, 'done', '2025-03')).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('with one --once name get one claim, and all see the bytes of the one that got it', async () => {
    const { folder, ledger } = ledgerInTemp();
    const outcomes = await workers.runTogether(
      forty.map((process) => ({ do: 'claim', folder, key: 'g1-hero', body: `{"take":${process}}` }) as const),
    );
    const winners = outcomes.filter((outcome) => (outcome as { claimed: boolean }).claimed);
    expect(winners).toHaveLength(1);
    const bodies = new Set(outcomes.map((outcome) => (outcome as { body: string }).body));
    expect(bodies.size).toBe(1);
    expect((await ledger.unsettled()).map(({ body }) => body)).toEqual([...bodies]);
  });

  it('that change one record lose no change', async () => {
    const { folder, ledger } = ledgerInTemp();
    await ledger.recordJob(jobRecord('job_draft'));
    await workers.runTogether(
      forty.map(
        (process) => ({ do: 'count finals', folder, id: 'job_draft', final: `job_${process}` }) as const,
      ),
    );
    expect((await ledger.find('job_draft'))?.finals.length).toBe(40);
  });

  it('lose none of the settings they write', async () => {
    const home = tempFolder();
    await changeSettings({ home, nowMs: Date.now }, (stored) => withSetting(stored, 'before', 1));
    const names = forty.map((process) => `of.${process}`);
    await workers.runTogether(names.map((name) => ({ do: 'set', home, name }) as const));
    expect(Object.keys(readSettings(home).settings).sort()).toEqual(['before', ...names].sort());
    expect(readdirSync(home)).toEqual(['config.json']);
  });
});

describe('a full disk', () => {
  it('refuses a submit before anything is sent, in three parts', async () => {
    const { folder } = ledgerInTemp();
    // A limit on file sizes stands in for the disk: no byte can be written.
    const task = { do: 'claim', folder, key: crypto.randomUUID(), body: '{}' } as const;
    const [outcome] = await workersOnFullDisk.runTogether([task]);
    expect(outcome).toEqual({
      failed: 14,
      message: `the ledger can't be written: ${folder}`,
      why: expect.stringContaining('EFBIG'),
    });
  });
});

describe('an intent that was claimed by a process that died', () => {
  it('is found, opened and counted by the next one', async () => {
    const { ledger } = ledgerInTemp();
    const wanted = intent({ once: 'hero', idempotency_key: 'g1-hero' });
    await ledger.claimIntent(wanted);
    const again = await ledger.claimIntent({ ...wanted, body: '{"other":1}', created_at: at(60) });
    expect(again).toEqual({ claimed: false, intent: wanted, record: undefined, relation: 'same' });
    expect(await ledger.unsettledCount()).toBe(1);
  });
});
