import { expect, it } from 'vitest';
import { createOriginalIds } from '../../../src/batch/renames/original-ids.ts';
import { createShotIds } from '../../../src/batch/renames/shot-ids.ts';
import { at, begun, opened, placeOf, sent } from '../journal/fixtures/open-journal.ts';

/** The journal of a batch whose line 001 is called 1 since; a person has given up 002. */
async function renamed() {
  const place = placeOf();
  const before = await begun(place);
  await before.own.append(sent('001'));
  await before.own.append({ event: 'renamed', shot: '1', from: '001', at });
  await before.own.append({ event: 'retired', shot: '002', at });
  await before.close();
  return opened(place);
}

it('the journal tells the id that a shot was first sent under, and keeps its requests there', async () => {
  const journal = await renamed();
  expect([journal.original('1'), journal.original('001'), journal.hasRenames]).toEqual([
    '001',
    undefined,
    true,
  ]);
  expect([journal.isRetired('002'), journal.isRetired('001')]).toEqual([true, false]);
  expect([journal.find('1'), journal.find('001')?.key]).toEqual([undefined, 'g1-001']);
});

it('a reference to an earlier id leads to the line that has the shot now', async () => {
  const ids = createOriginalIds(await renamed());
  for (const id of ['1', '2']) ids.addLine(id);
  expect([ids.originalOf('1'), ids.originalOf('2')]).toEqual(['001', '2']);
  expect([ids.currentOf('001'), ids.currentOf('1'), ids.currentOf('2')]).toEqual(['1', '1', undefined]);
  ids.rename('2', '002');
  expect([ids.originalOf('2'), ids.currentOf('002')]).toEqual(['002', '2']);
  ids.unrename('2');
  expect([ids.originalOf('2'), ids.currentOf('002')]).toEqual(['2', undefined]);
});

it('two lines are never one shot, whichever of them comes first', async () => {
  const originalIds = createOriginalIds(await renamed());
  const shotIds = () => createShotIds({ originalIds, manifest: { format: 'csv' } });
  const [first, second] = [shotIds(), shotIds()];
  expect([first.take('1', 2), first.take('2', 3)]).toEqual([undefined, undefined]);
  expect(first.take('001', 4)?.message).toBe('"001" is also the former id of line 2');
  expect(first.take('2', 5)?.message).toBe('"2" is also the id of line 3');
  expect(second.take('001', 2)).toBeUndefined();
  expect(second.take('1', 3)?.message).toBe('its former id "001" is also the id of line 2');
});
