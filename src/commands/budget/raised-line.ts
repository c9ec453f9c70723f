import type { BudgetPeriod } from '../../rules/budget/budgets.ts';
import type { Account } from '../../store/account.ts';
import { shellLine } from '../../ui/render/shell-quote.ts';
import { amountWord } from './budget-words.ts';

/** What of an account says where its budgets are set. */
export type BudgetedAccount = Pick<Account, 'profile' | 'stored'>;

/** The command that raises a budget to an amount, where it is set: for the account, or for each. Unit: millionths of a USD. */
export function raisedLine(
  { profile, stored }: BudgetedAccount,
  period: BudgetPeriod,
  microUsd: number,
): string {
  const name = `budget.${period}` as const;
  const amount = amountWord(microUsd);
  return stored?.[name] === undefined
    ? shellLine(['genctl', 'config', 'set', name, amount])
    : shellLine(['genctl', 'auth', 'set', name, amount, '--profile', profile]);
}
