import type { CommandContext } from '../../command/define-command.ts';
import { UsageError } from '../../errors/endings.ts';
import { createPrompts } from '../../terminal/prompts.ts';
import { formatMoney, shellWords } from '../../text/money.ts';

/** A change of a budget, as messages word it. */
interface BudgetChange {
  /** The budget in words, such as `budget.day of studio`. */
  name: string;
  /** The new amount; undefined where the budget is removed. Unit: USD. */
  usd: number | undefined;
}

/**
 * Asks a person whether a budget is really to be 0, or removed: a shell makes such a value of `$20` or `$5`. `--yes` answers. Throws
 * UsageError where the answer is no, or where nobody can be asked.
 */
export async function confirmBudget(
  { globals, interruption, terminal }: Pick<CommandContext, 'globals' | 'interruption' | 'terminal'>,
  change: BudgetChange,
): Promise<void> {
  if (globals.yes || (change.usd !== undefined && change.usd > 0)) return;
  const { name, usd } = change;
  if (!terminal.interactive) throw notSet(change, `${effectOf(change)} ${shellWords}`);
  const question = usd === undefined ? `Remove ${name}?` : `Set ${name} to ${formatMoney(usd)}?`;
  const message = `${effectOf(change)} ${usd === undefined ? '' : 'A shell turns $20 into 0. '}${question}`;
  const prompts = createPrompts(terminal, interruption());
  const undone = 'nothing was changed';
  if (await prompts.confirm({ message, instead: '--yes', undone, preset: false })) return;
  throw notSet(change, 'You declined. Nothing was changed.');
}

function effectOf({ usd }: BudgetChange): string {
  return usd === undefined
    ? 'Without it, nothing limits what is spent; a shell turns "$5" into an empty text.'
    : 'A budget of 0 lets nothing be sent.';
}

function notSet({ name, usd }: BudgetChange, why: string): UsageError {
  return new UsageError({
    code: 'budget_not_set',
    message: `${name} was not ${usd === undefined ? 'removed' : `set to ${formatMoney(usd)}`}`,
    why,
    hint: `the amount, such as 20; --yes, where you mean ${usd === undefined ? 'no budget' : 'a budget of 0'}`,
  });
}
