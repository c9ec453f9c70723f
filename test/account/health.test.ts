import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inspectHome } from '../../src/account/home-health.ts';
import { inspectLedger } from '../../src/ledger/records/health.ts';
import { tempFolder } from '../files/fixtures/temp-folder.ts';
import { ledgerInTemp } from '../ledger/fixtures/open-ledger.ts';
import { intent, jobRecord, startMs } from '../ledger/fixtures/records.ts';

describe('a look at the home folder', () => {
  it('leaves nothing behind, and makes nothing', () => {
    const home = join(tempFolder(), 'some', 'home');
    expect(inspectHome(home)).toEqual({ kind: 'missing' });
    expect(existsSync(home)).toBe(false);
    mkdirSync(home, { recursive: true, mode: 0o700 });
    expect(inspectHome(home)).toEqual({ kind: 'there', othersMode: 0, hardLinks: true });
    expect(readdirSync(home)).toEqual([]);
  });

  it('sees who else may look in, and changes nothing', () => {
    const home = tempFolder();
    chmodSync(home, 0o750);
    expect(inspectHome(home)).toMatchObject({ othersMode: 0o050 });
    expect(statSync(home).mode & 0o777).toBe(0o750);
  });

  it('fails in three parts where a file is in the way', () => {
    const file = join(tempFolder(), 'home');
    writeFileSync(file, '');
    for (const home of [file, join(file, 'below'), join(file, 'far', 'below')]) {
      expect(() => inspectHome(home)).toThrow(
        expect.objectContaining({
          exitCode: 14,
          code: 'store_failed',
          why: expect.stringMatching(/^ENOTDIR/),
        }),
      );
    }
  });
});

describe('a look at the ledger', () => {
  it('counts what is whole, and names what is torn, emptied, set aside or newer, without a change', async () => {
    const { ledger, folder } = ledgerInTemp();
    const nothing = { damagedJobs: [], damaged: [], newer: [], misnamed: [], renamed: [], indexes: [] };
    const none = { ...nothing, jobs: 0, unsettled: 0, unreadable: [] };
    expect(await inspectLedger(folder, () => startMs)).toEqual(none);
    expect(existsSync(folder)).toBe(false);

    await ledger.claimIntent(intent());
    const used = intent({ idempotency_key: 'g1-hero', once: 'hero' });
    await ledger.claimIntent(used);
    await ledger.recordJob(jobRecord('job_a', { intent: used }));
    await ledger.recordJob(jobRecord('job_b'));
    const month = join(folder, 'done', '2025-03');
    writeFileSync(join(month, 'job_torn.json'), '{"schema":1');
    writeFileSync(join(month, 'job_old.json.torn-1'), '{');
    writeFileSync(join(month, 'job_newer.json'), '{"schema":9}');
    writeFileSync(join(folder, 'keys', 'g1-torn.json'), '[]');
    writeFileSync(join(folder, 'open', 'g1-empty.json'), '');
    writeFileSync(join(month, 'job_empty.json'), '');
    writeFileSync(join(month, 'job_b.json.torn-1'), '{');
    await ledger.resolveId('@last');
    const before = readdirSync(folder, { recursive: true }).sort();
    expect(await inspectLedger(folder, () => startMs)).toMatchObject({
      ...nothing,
      jobs: 2,
      unsettled: 1,
      unreadable: [{ key: 'g1-empty' }, { key: 'g1-torn' }],
      damagedJobs: ['job_empty', 'job_old', 'job_torn'],
      damaged: ['job_b.json.torn-1', 'job_empty.json', 'job_old.json.torn-1', 'job_torn.json'].map((name) =>
        join(month, name),
      ),
      newer: [join(month, 'job_newer.json')],
    });
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual(before);
    expect(readFileSync(join(month, 'job_torn.json'), 'utf8')).toBe('{"schema":1');
  });

  it('fails in three parts where a file is in its place', async () => {
    const folder = join(tempFolder(), 'ledger');
    writeFileSync(folder, '');
    await expect(inspectLedger(folder, () => startMs)).rejects.toThrow(
      expect.objectContaining({ exitCode: 14 }),
    );
  });
});
