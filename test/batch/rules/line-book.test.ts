import { expect, it } from 'vitest';
import { createLineBook, shotStateWords } from '../../../src/batch/rules/line-book.ts';

it('a book of lines keeps the word of each, and counts the words', () => {
  const lines = 5_000;
  const book = createLineBook(lines);
  expect(book.size).toBe(0);
  for (let place = 0; place < lines; place += 1)
    book.add(shotStateWords[place % shotStateWords.length] ?? 'new');
  expect(book.size).toBe(lines);
  expect([2, 4_999].map(book.wordOf)).toEqual(
    [2, 4_999 % shotStateWords.length].map((code) => shotStateWords[code]),
  );
  const counts = shotStateWords.map((word) => book.count(word));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(lines);
});
