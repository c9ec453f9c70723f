import { describe, expect, it } from 'vitest';
import { budgetStandings, exceededBudget, hasBudget } from '../../../src/rules/budget/budgets.ts';

const spent = { charged: { day: 5, month: 50 }, reserved: 3, inFlight: 2 };

describe('budgets', () => {
  it('have left what is neither charged nor reserved', () => {
    expect(budgetStandings({ day: 10, month: 55 }, spent)).toEqual([
      { period: 'day', budget: 10, charged: 5, reserved: 3, inFlight: 2, left: 2 },
      { period: 'month', budget: 55, charged: 50, reserved: 3, inFlight: 2, left: 2 },
    ]);
  });

  it('are told one by one, and not where none is set', () => {
    expect(budgetStandings({ day: undefined, month: 55 }, spent)).toHaveLength(1);
    expect(budgetStandings({ day: undefined, month: undefined }, spent)).toEqual([]);
    expect(hasBudget({ day: undefined, month: undefined })).toBe(false);
    expect(hasBudget({ day: 0, month: undefined })).toBe(true);
  });

  it('allow just what is left, and name the first that does not', () => {
    const standings = budgetStandings({ day: 10, month: 54 }, spent);
    expect(exceededBudget(standings, 1)).toBeUndefined();
    expect(exceededBudget(standings, 2)?.period).toBe('month');
    expect(exceededBudget(standings, 3)?.period).toBe('day');
  });
});
