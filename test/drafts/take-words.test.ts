import { describe, expect, it } from 'vitest';
import { keyLine, tickedWords } from '../../src/drafts/take-words.ts';
import { ascii, look } from '../terminal/looks.ts';

const takes = ['take 1 (seed 11)', 'take 2 (seed 22)', 'take 3 (seed 33)'];

describe('the line of ticked takes', () => {
  it('names all that fit into two lines, and counts the others and those of other pages', () => {
    expect(tickedWords([], 0, look(60))).toBe('none');
    expect(tickedWords(takes, 0, look(80))).toBe('take 1 (seed 11), take 2 (seed 22), take 3 (seed 33)');
    expect(tickedWords(takes, 0, look(40))).toBe('take 1 (seed 11), take 2 (seed 22), 1 more');
    expect(tickedWords(takes, 5, look(40))).toBe('take 1 (seed 11), 2 more, 5 of other pages');
    expect(tickedWords(takes, 0, look(20))).toBe('3 more');
  });
});

describe('the line of keys', () => {
  const enter = ['Enter goes on with 3 finals', 'Enter goes on with 3'] as const;

  it('is one line at any width that a terminal has', () => {
    expect(keyLine(enter, { hasOthers: false }, look(100))).toBe(
      'space ticks · o opens the page · Enter goes on with 3 finals · Esc leaves',
    );
    expect(keyLine(enter, { hasOthers: true }, look(66))).toBe(
      'space ticks · o page · left/right · Enter goes on with 3 · Esc',
    );
    for (const columns of [20, 40, 60, 80, 140])
      expect(keyLine(enter, { hasOthers: true }, { ...ascii, columns }).length).toBeLessThan(columns);
  });
});
