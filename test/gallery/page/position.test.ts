import { describe, expect, it } from 'vitest';
import {
  activeOf,
  movedTo,
  type Position,
  pairOf,
  type Step,
  stepped,
} from '../../../src/gallery/page/position.ts';

/** Eight are shown of ten, three in a row. */
const shown = [0, 1, 2, 4, 5, 6, 8, 9];
const columns = 3;

describe('a step from an item', () => {
  it.each<[Step, number, number]>([
    ['right', 2, 4],
    ['left', 4, 2],
    ['left', 0, 0],
    ['right', 9, 9],
    ['down', 1, 5],
    ['up', 5, 1],
    ['up', 2, 2],
    ['first', 6, 0],
    ['last', 0, 9],
  ])('%s from %i leads to %i', (step, from, to) => expect(stepped(shown, from, step, columns)).toBe(to));

  it('down ends in the last row where that is shorter, and stays there', () => {
    expect(stepped(shown, 6, 'down', columns)).toBe(9);
    expect(stepped(shown, 8, 'down', columns)).toBe(8);
  });

  it('leads to the first where the item is not shown any more', () => {
    expect(stepped(shown, 3, 'right', columns)).toBe(0);
    expect(stepped([], 3, 'right', columns)).toBe(3);
  });
});

describe('two side by side', () => {
  it('are the two that are chosen, else an item and its neighbour', () => {
    expect(pairOf(shown, 0, [5, 9])).toEqual([5, 9]);
    expect(pairOf(shown, 2, [5])).toEqual([2, 4]);
    expect(pairOf(shown, 9, [])).toEqual([9, 8]);
    expect(pairOf([7], 7, [])).toEqual([7, 7]);
  });

  it('are moved one at a time', () => {
    const position: Position<number> = { view: 'two', sides: [0, 1], active: 1 };
    expect(movedTo(position, 5).sides).toEqual([0, 5]);
    expect([activeOf(position), activeOf({ ...position, view: 'one' })]).toEqual([1, 0]);
  });
});
