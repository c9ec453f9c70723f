import { describe, expect, it } from 'vitest';
import {
  createMeantIds,
  draftParent,
  mayNameLine,
  parentWord,
  wordOfParent,
} from '../../../src/batch/rules/parents.ts';

describe('a word for another line', () => {
  it.each([
    ['@s03', { id: 's03', takes: 'output' }],
    ['@s03.last_frame', { id: 's03', takes: 'last_frame' }],
    ['@a.b c', { id: 'a.b c', takes: 'output' }],
    ['./@x', undefined],
    ['https://example.com/@x', undefined],
  ])('%s', (word, meant) => {
    expect(parentWord(word)).toEqual(meant);
    if (meant !== undefined) expect(wordOfParent(parentWord(word) ?? { id: '', takes: 'output' })).toBe(word);
  });

  it('names a draft by all of it', () => {
    expect(draftParent('@s.last_frame')).toEqual({ id: 's.last_frame', takes: 'output' });
    expect(draftParent('job_1')).toBeUndefined();
  });

  it.each([
    ['@s1', true],
    [' \u00a0@s1', true],
    [['a.png', '@s2'], true],
    ['["a.png","@s2"]', true],
    ['mail fox@example.com, or see @fox', false],
    [['a fox', 3, null], false],
    [{ draft: '@s1' }, false],
  ])('may stand in %j: %s', (value, mayStand) => {
    expect(mayNameLine(value)).toBe(mayStand);
  });
});

const ids = ['hero', 's01', 's02', 's02-final', 's12'];

describe('the id that was meant by a name that no line has', () => {
  it.each([
    ['s2', '@s02'],
    ['S02', '@s02'],
    ['s002', '@s02'],
    ['s02_final', '@s02-final'],
    ['s2-fnal', '@s02-final'],
    ['hreo', '@hero'],
    ['s02.lastFrame', '@s02.last_frame'],
    ['s03', undefined],
    ['s21', undefined],
    ['villain', undefined],
  ])('%s: %s', (name, word) => {
    const meant = createMeantIds([name, 'another']);
    for (const id of ids) meant.look(id);
    expect(meant.wordFor(name)).toBe(word);
  });

  it('is the one that differs by zeros alone, wherever it stands', () => {
    const meant = createMeantIds(['s2']);
    for (const id of ['z2', 's02', 'y2']) meant.look(id);
    expect(meant.wordFor('s2')).toBe('@s02');
  });
});
