import { describe, expect, it } from 'vitest';
import {
  addCharge,
  budgetStandings,
  chargesOf,
  exceededBudgets,
  hasBudget,
  isHeldByJobs,
  noCharges,
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

function charges(...made: [usd: number, charged: string, sent?: string][]) {
  const days = noCharges();
  for (const [usd, charged, sent] of made)
    addCharge(days, {
      microUsd: usd * 1_000_000,
      chargedAtMs: Date.parse(charged),
      sentAtMs: sent === undefined ? null : Date.parse(sent),
    });
  return (day: string) => {
    const of = chargesOf(days, day);
    return [of.day / 1_000_000, of.month / 1_000_000];
  };
}

describe('charges count against the budgets of their day and month, in UTC', () => {
  it('from its first to its last moment', () => {
    const of = charges([1, '2026-03-31T23:59:59Z'], [2, '2026-04-01T00:00:00Z']);
    expect(of('2026-04-01')).toEqual([2, 2]);
    expect(of('2026-04-02')).toEqual([0, 2]);
    expect(of('2026-05-01')).toEqual([0, 0]);
  });

  it('on the day of the charge, where the job was submitted the day before', () => {
    const of = charges([1, '2026-04-01T00:10:00Z', '2026-03-31T23:55:00Z']);
    expect(of('2026-04-01')).toEqual([1, 1]);
  });
});

describe('a clock that was set back', () => {
  it('opens no new budget for what was spent before, and that counts again when its day comes', () => {
    const of = charges([1, '2026-03-31T10:00:00Z'], [5, '2026-04-01T00:10:00Z']);
    expect(of('2026-03-31')).toEqual([6, 6]);
    expect(of('2026-04-01')).toEqual([5, 5]);
  });
});

describe('a clock that is ahead of the service’s', () => {
  it('counts a charge of a day that is past here on the day of the submit', () => {
    const of = charges([4, '2026-03-31T10:00:00Z', '2026-04-02T10:00:00Z']);
    expect(of('2026-04-02')).toEqual([4, 4]);
    expect(of('2026-04-03')).toEqual([0, 4]);
    expect(of('2026-03-31')).toEqual([4, 4]);
  });

  it('and once in the month, where both days are in it', () => {
    const of = charges([4, '2026-04-01T10:00:00Z', '2026-04-02T10:00:00Z']);
    expect(of('2026-04-02')).toEqual([4, 4]);
    expect(of('2026-04-01')).toEqual([4, 4]);
  });
});
