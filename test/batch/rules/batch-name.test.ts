import { expect, it } from 'vitest';
import { batchNameOf, checkedBatchName } from '../../../src/batch/rules/batch-name.ts';

it.each([
  ['shots.jsonl', 'shots'],
  ['Folge 12.final.csv', 'Folge 12.final'],
  ['.shots', '.shots'],
  ['shots', 'shots'],
])('a batch without a name is called as its file: %s', (file, name) => {
  expect(batchNameOf(file)).toBe(name);
});

it.each(['', '  ', 'a/b', 'a\nb', '@ci', 'x'.repeat(101), '\ud800'])('%j is no name of a batch', (name) => {
  expect(() => checkedBatchName(name)).toThrow("A batch can't be called");
});
