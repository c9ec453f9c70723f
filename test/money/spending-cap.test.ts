import { describe, expect, it } from 'vitest';
import { createSpendingCap } from '../../src/money/spending-cap.ts';

const nothing = { spent: 0, held: new Map<string, number>() };

describe('what a batch may cost', () => {
  it('is held for each submit, and counts what was charged once it is over', async () => {
    const cap = createSpendingCap(10, { spent: 3, held: new Map([['old', 2]]) });
    expect(await cap.hold('s1', 'k1', () => 5)).toBe(true);
    expect([cap.spent, cap.reserved]).toEqual([3, 7]);
    cap.release('k1', 1);
    expect([cap.spent, cap.reserved]).toEqual([4, 2]);
  });

  it('comes free once, however often its end is told', async () => {
    const cap = createSpendingCap(10, { spent: 0, held: new Map([['old', 2]]) });
    await cap.hold('s1', 'k1', () => 5);
    cap.release('k1', 1);
    cap.release('k1', 0);
    expect([cap.spent, cap.reserved]).toEqual([1, 2]);
  });

  it('is held once for a submit of an earlier run', async () => {
    const cap = createSpendingCap(2, { spent: 0, held: new Map([['old', 2]]) });
    expect(await cap.hold('s1', 'old', () => 2)).toBe(true);
    expect(cap.reserved).toBe(2);
  });

  it('has no end where nobody names one', async () => {
    const cap = createSpendingCap(undefined, nothing);
    expect(await cap.hold('s1', 'k1', () => 1e12)).toBe(true);
  });

  it('lets a submit wait for a job that may cost less than is held for it', async () => {
    const cap = createSpendingCap(10, nothing);
    await cap.hold('s1', 'k1', () => 8);
    const second = cap.hold('s2', 'k2', () => 8);
    cap.release('k1', 2);
    expect(await second).toBe(true);
  });

  it('sends all away that wait once nothing can come free any more, and holds nothing after that', async () => {
    const cap = createSpendingCap(10, nothing);
    await cap.hold('s1', 'k1', () => 8);
    const waiting = [cap.hold('s2', 'k2', () => 8), cap.hold('s3', 'k3', () => 8)];
    cap.leave('s1');
    expect(await Promise.all(waiting)).toEqual([false, false]);
    expect(await cap.hold('s4', 'k4', () => 1)).toBe(false);
    expect(cap.reserved).toBe(8);
  });

  it('does not have shots wait for each other that all wait', async () => {
    const cap = createSpendingCap(undefined, nothing);
    await cap.hold('s1', 'k1', () => 1);
    await cap.hold('s2', 'k2', () => 1);
    expect(await Promise.all([cap.freed('s1'), cap.freed('s2')])).toEqual([true, false]);
    expect(await cap.freed('s1')).toBe(false);
  });
});
