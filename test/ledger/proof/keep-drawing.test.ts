import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keepDrawing, type SeenMonth } from '../../../src/ledger/proof/keep-drawing.ts';
import { tempFolder } from '../../files/fixtures/temp-folder.ts';

const mark = { text: '7 4096 5 5', changedNs: 5n, modifiedNs: 5n, device: 1n };
const lock = { takenNs: 6n, device: 1n, marksFolders: true };

/** The month of no job whose order log was read before. */
function seenMonth(changes: Partial<SeenMonth>): SeenMonth {
  const monthFolder = tempFolder();
  writeFileSync(join(monthFolder, 'order.log'), '');
  const drawing = { order: undefined, names: [], facts: [], missing: 0, isWhole: true };
  return {
    ...{ monthFolder, lock, before: undefined, isChanged: false, folderMark: mark },
    drawing: { ...drawing, absent: [], records: { count: 0, first: 0, second: 0 }, unnamed: [] },
    marks: { order: mark, names: undefined, facts: undefined },
    contents: { order: Buffer.alloc(0) },
    ...changes,
  };
}

it.each([
  ['is older than the lock', {}, mark.text],
  ['is of the tick in which the lock was taken', { lock: { ...lock, takenNs: 5n } }, null],
  ['is later, as after a clock was set back', { lock: { ...lock, takenNs: 4n } }, null],
  ['is of another file system, with a clock of its own', { lock: { ...lock, device: 2n } }, null],
  ['is of one that changes the time of no folder', { lock: { ...lock, marksFolders: false } }, null],
] as const)('the mark of a folder or a log that %s proves as much', (_, changes, proven) => {
  const proof = keepDrawing(seenMonth(changes));
  expect([proof.folder, proof.logs.order.mark]).toEqual([proven, proven]);
});

it('no mark of a folder is kept while a file in it has to be read again', () => {
  const { drawing } = seenMonth({});
  const proof = keepDrawing(seenMonth({ drawing: { ...drawing, isWhole: false } }));
  expect([proof.folder, proof.logs.order.mark]).toEqual([null, mark.text]);
});
