import { expect, it } from 'vitest';
import type { CommandContext } from '../../src/command/define-command.ts';
import { confirmBudget } from '../../src/commands/config/confirm-budget.ts';
import { keptTerminal } from '../terminal/looks.ts';

/** A change of a budget on a line off a terminal. */
async function change(usd: number | undefined, yes = false): Promise<void> {
  const { terminal } = await keptTerminal(undefined, {});
  const means = { globals: { yes }, terminal, interruption: () => undefined };
  return confirmBudget(means as unknown as CommandContext, { name: 'budget.day', usd });
}

it('sets no budget to 0 and removes none unless the line agrees', async () => {
  const refused = { exitCode: 2, code: 'budget_not_set', why: expect.stringContaining("'$20'") };
  await expect(change(0)).rejects.toMatchObject(refused);
  await expect(change(undefined)).rejects.toMatchObject(refused);
  await change(0, true);
  await change(undefined, true);
  await change(0.000001);
});
