import { expect, it } from 'vitest';
import { createLineBook, shotStateWords } from '../../../src/batch/rules/line-book.ts';

it('a book of lines keeps the mark and the word of each, and counts the words', () => {
  const book = createLineBook();
  const lines = 5_000;
  for (let place = 0; place < lines; place += 1)
    book.add(4_294_967_295 - place, shotStateWords[place % shotStateWords.length] ?? 'new');
  expect(book.size).toBe(lines);
  expect([book.markOf(0), book.markOf(4_999), book.markOf(5_000)]).toEqual([
    4_294_967_295,
    4_294_962_296,
    undefined,
  ]);
  expect(book.wordOf(2)).toBe(shotStateWords[2]);
  const counts = shotStateWords.map((word) => book.count(word));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(lines);
});
