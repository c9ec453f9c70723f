import { describe, expect, it } from 'vitest';
import {
  budgetStandings,
  exceededBudgets,
  hasBudget,
  isHeldByJobs,
} from '../../../src/ledger/rules/budgets.ts';

const spent = { charged: { day: 5, month: 50 }, reserved: 3, inFlight: 2 };

describe('budgets', () => {
  it('have left what is neither charged nor reserved', () => {
    expect(budgetStandings({ day: 10, month: 55 }, spent)).toEqual([
      { scope: 'day', budget: 10, charged: 5, reserved: 3, inFlight: 2, left: 2 },
      { scope: 'month', budget: 55, charged: 50, reserved: 3, inFlight: 2, left: 2 },
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
    const exceeded = (microUsd: number) => exceededBudgets(standings, microUsd).map(({ scope }) => scope);
    expect([exceeded(1), exceeded(2), exceeded(3)]).toEqual([[], ['month'], ['day', 'month']]);
    expect(isHeldByJobs(standings, 3)).toBe(true);
    expect(isHeldByJobs(standings, 99)).toBe(false);
  });
});
