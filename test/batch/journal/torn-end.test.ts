import { appendFileSync, readFileSync, truncateSync } from 'node:fs';
import { expect, it } from 'vitest';
import { begun, linesOf, placeOf, sent } from './fixtures/open-journal.ts';

/** A journal of two sends. */
async function journalOf() {
  const place = placeOf();
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
  ['of a send', '{"event":"sent","shot":"s03","key":"g1-s03","att'],
  ['that names nothing', '{"ev'],
])('a torn end %s is dropped', async (_, end) => {
  const place = await journalOf();
  appendFileSync(place.path, end);
  const journal = await begun(place);
  expect(journal.find('s03')).toBeUndefined();
  await journal.own.append(sent('s04'));
  expect(journal.find('s02')).toBeDefined();
  for (const line of linesOf(place.path)) JSON.parse(line);
});
