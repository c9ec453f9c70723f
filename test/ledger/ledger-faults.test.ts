import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ledgerInTemp } from './fixtures/open-ledger.ts';
import { at, intent, jobRecord } from './fixtures/records.ts';

describe('a torn record', () => {
  it('of a job is set aside with its bytes and told, and the others are listed', async () => {
    const { ledger, folder, warnings } = ledgerInTemp();
    const month = join(folder, 'done', '2025-03');
    await ledger.recordJob(jobRecord('job_a'));
    await ledger.recordJob(jobRecord('job_b'));
    writeFileSync(join(month, 'job_a.json'), '{"schema":1,"id":"jo');
    expect((await ledger.list()).map(({ id }) => id)).toEqual(['job_b']);
    expect(warnings).toEqual([expect.stringContaining('job_a.json is damaged (20 bytes that are no JSON)')]);
    expect(readFileSync(join(month, 'job_a.json.torn-1'), 'utf8')).toBe('{"schema":1,"id":"jo');
    expect(await ledger.find('job_a')).toBeUndefined();
    await ledger.recordJob(jobRecord('job_a'));
    expect((await ledger.find('job_a'))?.id).toBe('job_a');
    expect(warnings).toEqual([expect.anything(), expect.stringContaining('job_a is damaged')]);
  });

  it('is also one that lacks a field, which is named', async () => {
    const { ledger, folder, warnings } = ledgerInTemp();
    await ledger.recordJob(jobRecord('job_a'));
    const path = join(folder, 'done', '2025-03', 'job_a.json');
    const { base_url: _, ...rest } = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify(rest));
    expect(await ledger.find('job_a')).toBeUndefined();
    expect(warnings[0]).toContain('base_url is missing');
  });

  it('among the open intents does not hide the others', async () => {
    const { ledger, folder, warnings } = ledgerInTemp();
    await ledger.claimIntent(intent());
    writeFileSync(join(folder, 'open', 'g1-torn.json'), 'x');
    expect(await ledger.unsettled()).toEqual([intent()]);
    expect(warnings).toHaveLength(1);
  });
});

describe('a record of a newer genctl', () => {
  it('is refused and left as it is', async () => {
    const { ledger, folder } = ledgerInTemp();
    await ledger.recordJob(jobRecord('job_a'));
    const path = join(folder, 'done', '2025-03', 'job_a.json');
    writeFileSync(path, '{"schema":2}');
    const refused = { code: 'ledger_newer', exitCode: 14, hint: expect.stringContaining('npm install') };
    await expect(ledger.find('job_a')).rejects.toMatchObject(refused);
    await expect(ledger.list()).rejects.toMatchObject(refused);
    await expect(ledger.updateJob('job_a', (record) => record)).rejects.toMatchObject(refused);
    await expect(ledger.recordJob(jobRecord('job_a'))).rejects.toMatchObject(refused);
    expect(readFileSync(path, 'utf8')).toBe('{"schema":2}');
  });
});

describe('a disk that does not take the ledger', () => {
  it.each(['.', 'ledger', 'ledger/open', 'ledger/done', 'ledger/done/2025-03'])(
    'refuses the claim where %s is a file, in three parts',
    async (place) => {
      const { ledger, folder } = ledgerInTemp();
      const path = join(dirname(folder), place);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, 'not a folder');
      await expect(ledger.claimIntent(intent())).rejects.toMatchObject({
        exitCode: 14,
        code: 'store_failed',
        message: `the ledger can't be written: ${folder}`,
        why: expect.stringMatching(/^(EEXIST|ENOTDIR): /),
        hint: expect.stringContaining('a file is where a folder should be'),
      });
      expect(readFileSync(path, 'utf8')).toBe('not a folder');
    },
  );

  it.runIf(existsSync('/dev/full'))('says so when it is full', async () => {
    const { ledger, folder } = ledgerInTemp();
    const month = join(folder, 'done', '2025-03');
    mkdirSync(month, { recursive: true });
    symlinkSync('/dev/full', join(month, 'order.log'));
    await expect(ledger.recordJob(jobRecord('job_a', { intent: intent() }))).rejects.toMatchObject({
      exitCode: 14,
      why: expect.stringContaining('ENOSPC'),
      hint: expect.stringContaining('free space'),
    });
    expect(readdirSync(month)).toEqual(['order.log']);
  });

  it('says so as well where it only has to be read', async () => {
    const { ledger, folder } = ledgerInTemp();
    writeFileSync(join(mkdirs(dirname(folder)), 'ledger'), '');
    const unread = { exitCode: 14, message: `the ledger can't be read: ${folder}` };
    await expect(ledger.unsettledCount()).rejects.toMatchObject(unread);
    await expect(ledger.list()).rejects.toMatchObject(unread);
  });

  it('keeps a job whose intent it can no longer settle, and says what settles it', async () => {
    const { ledger, folder, warnings } = ledgerInTemp();
    mkdirs(folder);
    writeFileSync(join(folder, 'open'), 'not a folder');
    await ledger.recordJob(jobRecord('job_a', { intent: intent(), recorded_at: at(1) }));
    expect((await ledger.find('job_a'))?.id).toBe('job_a');
    expect(warnings).toEqual([expect.stringMatching(/^job_a is recorded, .*genctl recover/)]);
  });
});

function mkdirs(path: string): string {
  mkdirSync(path, { recursive: true });
  return path;
}
