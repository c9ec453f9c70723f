import type { CommandContext } from '../command/context.ts';
import { liftingWords } from '../money/words/budget-words.ts';
import { type Check, checkThat, okCheck, warnCheck } from './check.ts';

/** The check of the account's budgets; none where it has none. */
export async function budgetChecks(context: CommandContext): Promise<Check[]> {
  let isSet = true;
  const check = await checkThat('budget', async () => {
    const { accountBudgets, budgetLine } = await import('../money/budget-standings.ts');
    const account = await context.account();
    const budgets = await accountBudgets(context, account.profile);
    isSet = budgets.length > 0;
    const message = budgets.map(budgetLine).join('; ');
    const usedUp = budgets.find(({ left }) => left <= 0);
    if (usedUp === undefined) return okCheck('budget', message);
    return warnCheck('budget', message, liftingWords([usedUp.scope]));
  });
  // An account that can't be used has a check of its own.
  return isSet && check.status !== 'fail' ? [check] : [];
}
