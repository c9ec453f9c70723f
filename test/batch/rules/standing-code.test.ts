import { expect, it } from 'vitest';
import { createLineBook, standingWords } from '../../../src/batch/rules/standing-code.ts';

it('a book of lines keeps the mark and the word of each, and counts the words', () => {
  const book = createLineBook();
  const lines = 5_000;
  for (let place = 0; place < lines; place += 1)
    book.add(4_294_967_295 - place, standingWords[place % standingWords.length] ?? 'new');
  expect(book.size).toBe(lines);
  expect([book.markOf(0), book.markOf(4_999), book.markOf(5_000)]).toEqual([
    4_294_967_295,
    4_294_962_296,
    undefined,
  ]);
  expect(book.wordOf(2)).toBe(standingWords[2]);
  const counts = standingWords.map((word) => book.count(word));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(lines);
});
