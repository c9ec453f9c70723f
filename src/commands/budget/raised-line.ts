import type { BudgetPeriod } from '../../rules/budget/budgets.ts';
import { gaps } from '../../rules/gaps.ts';
import type { Account } from '../../store/account.ts';
import { shellLine } from '../../ui/render/shell-quote.ts';
import { amountWord } from './budget-words.ts';

/** What of an account says where its budgets are set. */
export type BudgetedAccount = Pick<Account, 'profile' | 'stored'>;

/**
 * The command that raises a budget to an amount, where it is set: for the account, or for each. Without an amount it has a gap.
 * Unit: millionths of a USD.
 */
export function raisedLine(
  { profile, stored }: BudgetedAccount,
  period: BudgetPeriod,
  microUsd: number | undefined,
): string {
  const name = `budget.${period}` as const;
  const amount = microUsd === undefined ? gaps.amount : amountWord(microUsd);
  return stored?.[name] === undefined
    ? shellLine(['genctl', 'config', 'set', name, amount])
    : shellLine(['genctl', 'auth', 'set', name, amount, '--profile', profile]);
}
