import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accountFingerprint } from '../../src/account/keys/account-fingerprint.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { inspectLedger } from '../../src/ledger/records/health.ts';
import { recordBytes } from '../../src/ledger/records/parse.ts';
import { type LedgerUnderTest, ledgerInTemp } from '../ledger/fixtures/open-ledger.ts';
import { at, intent, jobRecord, startMs } from '../ledger/fixtures/records.ts';

const number = ({ folder }: Pick<LedgerUnderTest, 'folder'>) => readFileSync(join(folder, 'format'), 'utf8');

/** What is in a ledger: each path with the bytes of its file. */
function contentOf(folder: string): Record<string, string> {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(files.map((path) => [path, readFileSync(path, 'utf8')]));
}

const refusal = { at: at(1), status: 400, code: null, message: null };
const works: readonly [name: string, work: (ledger: Ledger) => Promise<unknown>][] = [
  ['claimIntent', (ledger) => ledger.claimIntent(intent())],
  ['claimToSend', (ledger) => ledger.claimToSend(intent(), at(1))],
  ['findClaim', (ledger) => ledger.findClaim(intent())],
  ['claimedKeys', (ledger) => ledger.claimedKeys()],
  ['markSent', (ledger) => ledger.markSent(intent(), at(1))],
  ['recordRefusal', (ledger) => ledger.recordRefusal(intent(), refusal)],
  ['recordJob', (ledger) => ledger.recordJob(jobRecord('job_b'))],
  ['updateJob', (ledger) => ledger.updateJob('job_a', (record) => ({ ...record, replayed: true }))],
  ['prune', (ledger) => ledger.prune({ beforeMs: Number.POSITIVE_INFINITY, matches: () => true })],
  ['find', (ledger) => ledger.find('job_a')],
  ['list', (ledger) => ledger.list()],
  ['records', (ledger) => ledger.records().next()],
  ['survey', (ledger) => ledger.survey({}, () => {})],
  ['mark', (ledger) => ledger.mark()],
  ['resolveId', (ledger) => ledger.resolveId('@last')],
  ['shortIds', (ledger) => ledger.shortIds(['job_a'])],
  ['beginnings', (ledger) => ledger.beginnings(['job_a'], 8)],
  ['unsettled', (ledger) => ledger.unsettled()],
  ['unsettledCount', (ledger) => ledger.unsettledCount()],
];

/** A ledger with a job, whose number is then another one, or nowhere. */
async function ledgerOf(text: string | undefined): Promise<LedgerUnderTest> {
  const { ledger, folder } = ledgerInTemp();
  await ledger.recordJob(jobRecord('job_a'));
  const path = join(folder, 'format');
  rmSync(path);
  if (text !== undefined) writeFileSync(path, text, { mode: 0o600 });
  return ledgerInTemp(folder);
}

describe('the number of the format', () => {
  it.each([
    ['a claim', (ledger: Ledger) => ledger.claimIntent(intent())],
    ['a job', (ledger: Ledger) => ledger.recordJob(jobRecord('job_a'))],
  ])('is written before %s, for its owner alone, and not by a look', async (_, write) => {
    const under = ledgerInTemp();
    expect(await under.ledger.list()).toEqual([]);
    expect(() => statSync(under.folder)).toThrow('ENOENT');
    await write(under.ledger);
    expect(number(under)).toBe('1\n');
    expect(statSync(join(under.folder, 'format')).mode & 0o777).toBe(0o600);
    expect(await ledgerInTemp(under.folder).ledger.list()).toHaveLength((await under.ledger.list()).length);
  });

  it('is written into a ledger that has folders, logs and a secret, and no record', async () => {
    const under = ledgerInTemp();
    for (const name of ['open', 'done/2025-03/refused', 'facts', 'spending'])
      mkdirSync(join(under.folder, name), { recursive: true });
    for (const name of ['account-secret', 'done/2025-03/order.log', 'spending/all.json', 'open/.a.json.lock'])
      writeFileSync(join(under.folder, name), '');
    expect(await under.ledger.list()).toEqual([]);
    await under.ledger.recordJob(jobRecord('job_a'));
    expect(number(under)).toBe('1\n');
  });

  it('is written where a run that was ended left the file empty', async () => {
    const under = ledgerInTemp();
    mkdirSync(under.folder, { recursive: true });
    writeFileSync(join(under.folder, 'format'), '');
    await under.ledger.recordJob(jobRecord('job_a'));
    expect(number(under)).toBe('1\n');
  });

  it('is written again by a run whose ledger was removed meanwhile', async () => {
    const under = ledgerInTemp();
    await under.ledger.recordJob(jobRecord('job_a'));
    rmSync(under.folder, { recursive: true });
    await under.ledger.recordJob(jobRecord('job_b'));
    expect(await ledgerInTemp(under.folder).ledger.list()).toMatchObject([{ id: 'job_b' }]);
  });
});

describe.each([
  ['no number', undefined, 'ledger_without_format'],
  ['an empty file', '', 'ledger_without_format'],
  ['a newer number', '2\n', 'ledger_newer'],
  ['a word', 'one', 'ledger_format_unreadable'],
  ['a number with more', '1\n1', 'ledger_format_unreadable'],
  ['a long file', '1'.repeat(100_000), 'ledger_format_unreadable'],
])('records with %s', (_, text, code) => {
  const failure = expect.objectContaining({ exitCode: 14, code, retryable: false });

  it.each(works)('are left alone by %s', async (_name, work) => {
    const { ledger, folder } = await ledgerOf(text);
    const before = contentOf(folder);
    await expect(work(ledger)).rejects.toThrow(failure);
    expect(contentOf(folder)).toEqual(before);
  });

  it('are left alone by a look at their health, and no key is compared with them', async () => {
    const { folder } = await ledgerOf(text);
    await expect(inspectLedger(folder, () => startMs)).rejects.toThrow(failure);
    const key = { baseUrl: 'https://api.example.com', apiKey: 'k' };
    expect(() => accountFingerprint(folder, key)).toThrow(failure);
    expect(readdirSync(folder)).not.toContain('account-secret');
  });
});

it.each([
  ['open', 'open/KEY.json'],
  ['settled', 'keys/KEY.json'],
  ['another account’s', 'accounts/f1-0a1b2c3d-00/open/KEY.json'],
  ['refused', 'done/2025-03/refused/KEY.json'],
  ['set aside', 'open/KEY.json.torn-1'],
])('records without a number are found where the only one is %s', async (_, name) => {
  const { ledger, folder } = ledgerInTemp();
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, recordBytes(intent()));
  await expect(ledger.claimIntent(intent())).rejects.toMatchObject({ code: 'ledger_without_format' });
});

it('a folder in the place of the number is refused, and nothing waits for a pipe', async () => {
  const { ledger, folder } = ledgerInTemp();
  mkdirSync(join(folder, 'format'), { recursive: true });
  await expect(ledger.list()).rejects.toMatchObject({ code: 'ledger_format_unreadable' });
});
