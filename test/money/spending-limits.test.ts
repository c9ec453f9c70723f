import { describe, expect, it } from 'vitest';
import { createCostCap } from '../../src/money/spending-limits.ts';

const left = (cap: ReturnType<typeof createCostCap>, but?: string) => cap.standings(but)[0]?.left;

describe('what --max-cost allows', () => {
  it('counts what is held for each submit, and what was charged once it is over', () => {
    const cap = createCostCap(10);
    cap.spend(3);
    cap.hold('old', 2);
    cap.hold('k1', 4);
    expect([cap.spent, cap.reserved, left(cap)]).toEqual([3, 6, 1]);
    cap.release('k1', 1);
    expect([cap.spent, cap.reserved, left(cap)]).toEqual([4, 2, 4]);
  });

  it('gives back once what is held, however often the end of a submit is told', () => {
    const cap = createCostCap(10);
    cap.hold('old', 2);
    cap.hold('k1', 5);
    cap.release('k1', 1);
    cap.release('k1', 0);
    expect([cap.spent, cap.reserved]).toEqual([1, 2]);
  });

  it('leaves out what is held for the submit that is judged: it takes that place', () => {
    const cap = createCostCap(10);
    cap.hold('k1', 8);
    cap.hold('k2', 1);
    expect([left(cap, 'k1'), left(cap, 'k2'), left(cap, 'k3')]).toEqual([9, 2, 1]);
    expect(cap.standings('k1')).toMatchObject([{ scope: 'max-cost', budget: 10, inFlight: 1 }]);
  });

  it('is no budget where any amount may be spent', () => {
    const cap = createCostCap(undefined);
    cap.hold('k1', 1e12);
    expect([cap.standings(), cap.reserved]).toEqual([[], 1e12]);
  });
});
