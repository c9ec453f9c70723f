import { describe, expect, it } from 'vitest';
import { shortestEdits } from '../../../src/request/difference/shortest-edits.ts';

const list = (text: string) => Int32Array.from(text, (letter) => letter.charCodeAt(0));
const edits = (before: string, after: string, most = 100) => shortestEdits(list(before), list(after), most);
const count = (before: string, after: string) =>
  edits(before, after)?.filter(({ kind }) => kind !== 'same').length;

/** How many removals and insertions it takes, by the table of all beginnings. */
function fewest(before: string, after: string): number {
  let row = Array.from({ length: after.length + 1 }, (_, place) => place);
  for (const [at, letter] of [...before].entries()) {
    const next = [at + 1];
    for (const [place, other] of [...after].entries())
      next.push(letter === other ? (row[place] ?? 0) : 1 + Math.min(row[place + 1] ?? 0, next[place] ?? 0));
    row = next;
  }
  return row[after.length] ?? 0;
}

describe('the fewest edits', () => {
  it.each([
    ['', ''],
    ['a', ''],
    ['', 'abc'],
    ['abcabba', 'cbabac'],
    ['kitten', 'sitting'],
    ['aaaa', 'aa'],
    ['xyz', 'abc'],
  ])('from %j to %j are as few as can be, and lead there', (before, after) => {
    expect(count(before, after)).toBe(fewest(before, after));
    const made = (edits(before, after) ?? [])
      .filter(({ kind }) => kind !== 'gone')
      .map(({ kind, place }) => (kind === 'new' ? after : before)[place]);
    expect(made.join('')).toBe(after);
  });

  it('are not looked for beyond the most', () => {
    expect(edits('abc', 'xyz', 6)).toHaveLength(6);
    expect(edits('abc', 'xyz', 5)).toBeUndefined();
    expect(edits('abc', 'abc', 0)).toHaveLength(3);
  });
});
