import { appendFileSync, readFileSync, truncateSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openJournal } from '../../../src/batch/journal/journal.ts';
import { begun, linesOf, opened, placeOf, sent } from './fixtures/open-journal.ts';

/** A journal of two sends, of a home whose ledger knows the claims of these keys. */
async function journalOf(...claimed: string[]) {
  const knowsKey = async (key: string | undefined) => key !== undefined && claimed.includes(key);
  const place = { ...placeOf(), knowsKey };
  const journal = await begun(place);
  await journal.own.append(sent('s01'));
  await journal.own.append(sent('s02'));
  await journal.close();
  return place;
}

it('the last line of a journal is read without its line break, and the next stands on a line of its own', async () => {
  const place = await journalOf();
  const { length } = readFileSync(place.path);
  truncateSync(place.path, length - 1);
  const journal = await begun(place);
  expect(journal.find('s02')).toMatchObject({ key: 'g1-s02' });
  await journal.own.append(sent('s03'));
  expect(journal.find('s03')).toMatchObject({ key: 'g1-s03' });
  for (const line of linesOf(place.path)) JSON.parse(line);
});

it.each([
  ['of a send that no ledger knows', '{"event":"sent","shot":"s03","key":"g1-s03","att', ['g1-s02'], true],
  ['that names nothing, beside no ledger', '\0'.repeat(200), [], true],
  [
    'of a send that the ledger here knows',
    '{"event":"sent","shot":"s03","key":"g1-s03","att',
    ['g1-s03'],
    false,
  ],
  ['of a send that the journal knows', '{"event":"job","shot":"s02","key":"g1-s02","jo', [], false],
  ['that names nothing, beside the ledger that wrote it', '{"ev', ['g1-s02'], false],
])('a torn end %s', async (_, end, claimed, isRefused) => {
  const place = await journalOf(...claimed);
  appendFileSync(place.path, end);
  const before = readFileSync(place.path, 'utf8');
  const opening = openJournal(place);
  if (isRefused) await expect(opening).rejects.toMatchObject({ code: 'journal_unreadable' });
  else await (await opening).close();
  expect(readFileSync(place.path, 'utf8')).toBe(before);
  if (!isRefused) expect((await opened(place)).find('s02')).toBeDefined();
});
