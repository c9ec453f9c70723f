import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { journalPath, openJournal } from '../../../src/batch/journal/journal.ts';
import { journalAccount } from '../../../src/batch/journal/journal-header.ts';
import { tempFolder } from '../../files/fixtures/temp-folder.ts';
import {
  at,
  begun,
  fields,
  header,
  linesOf,
  opened,
  owner,
  placeOf,
  run,
  sent,
  sha256,
} from './fixtures/open-journal.ts';

describe('the journal of a batch', () => {
  it('remembers what became of a shot, in this run and in the next', async () => {
    const place = placeOf();
    const folder = dirname(place.path);
    const journal = await begun(place);
    expect(journal.isNew).toBe(true);
    await journal.own.append(sent('s01'));
    expect(journal.find('s01')).toMatchObject({ key: 'g1-s01', job: undefined, over: undefined, files: [] });
    await journal.own.append({ event: 'job', shot: 's01', key: 'g1-s01', job: 'job_1', at });
    const over = { status: 'succeeded', cost_usd: 0.05, code: null, at };
    await journal.own.append({ event: 'over', shot: 's01', key: 'g1-s01', ...over });
    const path = join(folder, 'out', 's01-1.mp4');
    await journal.own.append({ event: 'file', shot: 's01', key: 'g1-s01', n: 0, path, bytes: 12, sha256 });
    const memory = {
      attempt: 1,
      key: 'g1-s01',
      fields,
      sent_at: at,
      job: 'job_1',
      over,
      files: [{ n: 0, path, bytes: 12, sha256 }],
    };
    expect(journal.find('s01')).toEqual(memory);
    await journal.close();

    const next = await opened(place);
    expect(next.isNew).toBe(false);
    expect(next.find('s01')).toEqual(memory);
    expect(next.find('s02')).toBeUndefined();
  });

  it('holds hashes and paths within its folder, under 0600, and says first what it is of', async () => {
    const place = placeOf();
    const journal = await begun(place);
    const path = join(dirname(place.path), 'out', 'ä b.mp4');
    await journal.own.append({ event: 'file', shot: 's01', key: 'k', n: 0, path, bytes: 1, sha256 });
    const elsewhere = join(tempFolder(), 'secret', 's01.mp4');
    await journal.own.append({
      event: 'file',
      shot: 's01',
      key: 'k',
      n: 1,
      path: elsewhere,
      bytes: 1,
      sha256,
    });
    const [first = '', ...rest] = linesOf(place.path);
    expect(JSON.parse(first)).toEqual(header);
    expect(rest.map((line) => (JSON.parse(line) as { path: string }).path)).toEqual([
      'out/ä b.mp4',
      's01.mp4',
    ]);
    expect(statSync(place.path).mode & 0o777).toBe(0o600);
  });

  it('goes on under one header, until a run has another manifest, key or version', async () => {
    const place = placeOf();
    await (await begun(place)).close();
    await (await begun(place)).close();
    expect(linesOf(place.path)).toHaveLength(1);
    await (await begun(place, { ...run, manifest_sha256: 'c'.repeat(64) })).close();
    expect(linesOf(place.path).map((line) => (JSON.parse(line) as typeof header).manifest_sha256[0])).toEqual(
      ['a', 'c'],
    );
  });

  it('is left as it is, or not there, until a run begins', async () => {
    const place = placeOf();
    const journal = await opened(place);
    expect(journal.find('s01')).toBeUndefined();
    await journal.close();
    expect(existsSync(place.path)).toBe(false);
  });

  it('is looked into while a run has it open, and no second run opens it', async () => {
    const place = placeOf();
    const journal = await begun(place);
    await journal.own.append(sent('s01'));
    const looked = await openJournal(place);
    expect(looked.find('s01')?.key).toBe('g1-s01');
    await looked.close();
    await expect(openJournal(place, { nowMs: Date.now })).rejects.toMatchObject({
      code: 'journal_in_use',
      exitCode: 14,
    });
  });

  it('is not written to where another program has changed it since it was read', async () => {
    const place = placeOf();
    await (await begun(place)).close();
    const journal = await opened(place);
    appendFileSync(place.path, '{}\n');
    const changed = readFileSync(place.path);
    await expect(journal.begin(run)).rejects.toMatchObject({ code: 'journal_lost', exitCode: 14 });
    expect(readFileSync(place.path)).toEqual(changed);
  });

  it('lies beside its manifest, unless told otherwise', () => {
    expect(journalPath('/home/mia/film/shots.csv', 'night')).toBe(
      '/home/mia/film/shots.csv.night.genctl.ndjson',
    );
  });
});

describe('the memory of a shot', () => {
  async function memoryAfter(...events: Parameters<typeof sent>[1][]) {
    const journal = await begun(placeOf());
    for (const event of events)
      await journal.own.append({ ...sent('s'), ...event } as ReturnType<typeof sent>);
    return journal.find('s');
  }
  const job = (key: string, id: string) => ({ event: 'job', key, job: id }) as never;
  const over = (key: string, status: string) =>
    ({ event: 'over', key, status, cost_usd: null, code: null }) as never;
  const later = '2026-02-02T03:04:05.000Z';

  it('is of its newest request, and each event of the request with its key', async () => {
    const memory = await memoryAfter(
      { key: 'first' },
      { key: 'second', attempt: 2 },
      over('first', 'failed'),
      job('second', 'job_2'),
      job('first', 'job_1'),
    );
    expect(memory).toMatchObject({ key: 'second', attempt: 2, job: 'job_2', over: undefined });
  });

  it('is of the request that was sent last, also where that was sent before another one', async () => {
    const memory = await memoryAfter(
      { key: 'first' },
      { key: 'second', attempt: 2 },
      { key: 'first', at: later },
    );
    expect(memory).toMatchObject({ key: 'first', before: { key: 'second' } });
  });

  it('has no end and no files of a job whose key leads to another one by now', async () => {
    const file = { event: 'file', key: 'g1-s', n: 0, path: 's-1.png', bytes: 1, sha256 } as never;
    const ended = [{}, job('g1-s', 'job_1'), over('g1-s', 'failed'), file] as const;
    expect(await memoryAfter(...ended)).toMatchObject({ job: 'job_1', over: { status: 'failed' } });
    const memory = await memoryAfter(...ended, job('g1-s', 'job_2'));
    expect(memory).toMatchObject({ job: 'job_2', over: undefined, files: [] });
  });

  it('keeps the time of the first send, and what that asked for', async () => {
    const memory = await memoryAfter({}, { at: later, fields: { model: '0'.repeat(16) } });
    expect(memory).toMatchObject({ sent_at: at, fields });
  });

  it('begins anew under a key whose request was refused', async () => {
    const other = { model: '0'.repeat(16) };
    const memory = await memoryAfter({}, over('g1-s', 'refused'), { at: later, fields: other });
    expect(memory).toMatchObject({ sent_at: later, fields: other, over: undefined });
  });

  it('is of the request before, where the newest one was refused: that left things as they were', async () => {
    const failed = [{}, job('g1-s', 'job_1'), over('g1-s', 'failed')] as const;
    const refused = [{ key: 'second', attempt: 2 }, over('second', 'refused')] as const;
    const memory = await memoryAfter(...failed, ...refused);
    expect(memory).toMatchObject({ key: 'g1-s', attempt: 1, job: 'job_1', over: { status: 'failed' } });
    const again = await memoryAfter(...failed, ...refused, { key: 'second', attempt: 2, at: later });
    expect(again).toMatchObject({ key: 'second', attempt: 2, over: undefined, before: { key: 'g1-s' } });
  });

  it('is refused where the sending of a job is told nowhere', async () => {
    await expect(memoryAfter({}, job('another', 'job_1'))).rejects.toMatchObject({
      code: 'journal_unreadable',
      exitCode: 2,
    });
  });
});

describe('a journal of something else is refused, and stays as it is', () => {
  it('a manifest, by its first line', async () => {
    const place = placeOf();
    writeFileSync(place.path, '{"id":"s1","prompt":"a fox"}\n');
    const message = expect.stringContaining('its first line does not say what it is of');
    await expect(openJournal(place)).rejects.toMatchObject({ code: 'journal_unreadable', message });
  });

  it.each([
    ['journal_of_other_batch', { batch: 'nights' }],
    ['journal_of_other_service', { origin: 'https://api.elsewhere.example' }],
    ['journal_of_other_shard', { shard: '1/4' }],
    ['journal_of_other_account', { account: journalAccount({ baseUrl: owner.origin, apiKey: 'key-2' }) }],
  ])('%s', async (code, changes) => {
    const place = placeOf();
    await (await begun(place)).close();
    const before = readFileSync(place.path);
    const other = { ...place, owner: { ...owner, ...changes } };
    await expect(opened(other)).rejects.toMatchObject({ code, exitCode: 2 });
    await expect(openJournal(other)).rejects.toMatchObject({ code, exitCode: 2 });
    expect(readFileSync(place.path)).toEqual(before);
  });

  it('but for a rotated key that a person vouches for, once', async () => {
    const place = placeOf();
    const journal = await begun(place);
    await journal.own.append(sent('s01'));
    await journal.close();
    const account = journalAccount({ baseUrl: owner.origin, apiKey: 'key-2' });
    const rotated = { ...place, owner: { ...owner, account } };
    const next = await begun({ ...rotated, sameAccount: true });
    expect(next.find('s01')?.key).toBe('g1-s01');
    await next.close();
    await (await opened(rotated)).close();
    await (await opened(place)).close();
  });

  it('or a newer genctl’s', async () => {
    const place = placeOf();
    writeFileSync(place.path, `${JSON.stringify({ ...header, schema: 'genctl.journal/v2' })}\n`);
    await expect(opened(place)).rejects.toMatchObject({ code: 'journal_newer', exitCode: 14 });
  });
});

describe('the fingerprint of a key', () => {
  it('is the same on any machine, another for another key or service, and holds neither', () => {
    const of = (baseUrl: string, apiKey: string) => journalAccount({ baseUrl, apiKey });
    expect(of('https://api.example.com/v2', 'key-1')).toBe(owner.account);
    expect(of('https://api.example.com', 'key-2')).not.toBe(owner.account);
    expect(of('https://api.example.org', 'key-1')).not.toBe(owner.account);
    expect(owner.account).toMatch(/^j1-[0-9a-f]{32}$/);
  });
});
