import { describe, expect, it } from 'vitest';
import { createMeantIds } from '../../../src/batch/rules/meant-id.ts';

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
