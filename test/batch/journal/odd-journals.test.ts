import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openJournal } from '../../../src/batch/journal/journal.ts';
import { at, begun, header, linesOf, opened, placeOf, sent, sha256 } from './fixtures/open-journal.ts';

describe('a journal that genctl can’t have written', () => {
  const file = { event: 'file', shot: 's', key: 'k', n: 0, path: 'a.mp4', bytes: 1, sha256 };
  it.each([
    ['garbage', 'x'],
    ['a list', '[]'],
    ['a number', '1'],
    ['no event', '{"event":"constructor","shot":"s"}'],
    ['an inherited event', '{"event":"__proto__","shot":"s"}'],
    ['deep nesting', '['.repeat(60_000)],
    ['a huge line', JSON.stringify({ ...sent('s'), shot: 'x'.repeat(100_000) })],
    ['a field called __proto__', `${JSON.stringify(sent('s')).replace('"model"', '"__proto__"')}`],
    ['a body among the hashes', JSON.stringify(sent('s', { fields: { prompt: 'a red fox' } }))],
    ['an attempt of none', JSON.stringify(sent('s', { attempt: 0 }))],
    ['an id that leads elsewhere', JSON.stringify({ event: 'job', shot: 's', key: 'k', job: '../x', at })],
    ['a path out of the folder', JSON.stringify({ ...file, path: '../a.mp4' })],
    ['a path out of the folder midway', JSON.stringify({ ...file, path: 'out/../../a.mp4' })],
    ['a path out of the folder on Windows', JSON.stringify({ ...file, path: 'out\\..\\..\\a.mp4' })],
    ['an absolute path', JSON.stringify({ ...file, path: '/etc/passwd' })],
    ['a path on another drive', JSON.stringify({ ...file, path: 'C:/a.mp4' })],
    ['another batch’s lines behind its own', JSON.stringify({ ...header, batch: 'nights' })],
    ['what git leaves of two copies', '<<<<<<< HEAD'],
  ])('%s is refused with the number of its line, and nothing is written', async (_, line) => {
    const place = placeOf();
    const text = `${JSON.stringify(header)}\n${JSON.stringify(sent('s01'))}\n${line}\n${JSON.stringify(sent('s02'))}\n`;
    writeFileSync(place.path, text);
    const failure = await opened(place).catch((error: unknown) => error);
    expect(failure).toMatchObject({ exitCode: 2 });
    if (!line.includes('nights'))
      expect(failure).toHaveProperty('message', expect.stringContaining('line 3 of'));
    expect(readFileSync(place.path, 'utf8')).toBe(text);
    // Whoever mends it need not wait for the lock.
    expect(readdirSync(dirname(place.path))).toEqual([basename(place.path)]);
  });

  it('in a folder that is not there is told by that folder', async () => {
    const place = placeOf();
    const path = join(dirname(place.path), 'away', 'j.ndjson');
    await expect(opened({ ...place, path })).rejects.toMatchObject({
      ...{ exitCode: 14, code: 'journal_failed', why: `There is no folder ${dirname(path)}.` },
      hint: expect.stringContaining('--journal PATH'),
    });
  });

  it('begins with a line that is no header', async () => {
    const place = placeOf();
    writeFileSync(place.path, `${JSON.stringify(sent('s'))}\n`);
    await expect(opened(place)).rejects.toMatchObject({ message: expect.stringContaining('line 1 of') });
  });

  it('ends in a line that its writer was stopped in: that is dropped, and the next run writes on behind the whole ones', async () => {
    const place = placeOf();
    writeFileSync(
      place.path,
      `${JSON.stringify(header)}\n${JSON.stringify(sent('s01'))}\n{"event":"sent","shot":"s0`,
    );
    const looked = await openJournal(place);
    expect(looked.find('s01')?.key).toBe('g1-s01');
    await looked.close();
    const journal = await begun(place);
    await journal.own.append(sent('s02'));
    await journal.close();
    expect(linesOf(place.path).map((line) => (JSON.parse(line) as { shot?: string }).shot)).toEqual([
      undefined,
      's01',
      's02',
    ]);
  });

  it('has nothing but such a line, and begins anew', async () => {
    const place = placeOf();
    writeFileSync(place.path, '{"schema":"genctl.jour');
    const journal = await begun(place);
    expect(journal.isNew).toBe(true);
    expect(linesOf(place.path)).toHaveLength(1);
  });
});

describe('a place where no journal can be', () => {
  it.each([
    ['a folder', (path: string) => mkdirSync(path)],
    ['a link that leads elsewhere', (path: string) => symlinkSync('/etc/hostname', path)],
    ['a link that leads nowhere', (path: string) => symlinkSync(join(dirname(path), 'target'), path)],
  ])('%s: refused before a run begins, with the way out', async (_, make) => {
    const place = placeOf();
    make(place.path);
    const failure = await opened(place).catch((error: unknown) => error);
    expect(failure).toMatchObject({ exitCode: 14, code: 'journal_failed' });
    expect(failure).toHaveProperty('hint', expect.stringContaining('--journal PATH'));
  });
});
