import { listModels } from '../../api/ways/models.ts';
import { defineCommand } from '../../command/define-command.ts';
import { documentJson } from '../../ledger/job-document.ts';

export const authStatusCommand = defineCommand({
  describe:
    'Print the account in use, the origin of its key and what is left of its budgets, and try the key.',
  flags: {},
  examples: ['genctl auth status', 'genctl auth status --profile sandbox --json'],
  parse: () => ({}),
  async run(context) {
    const { globals, terminal } = context;
    const account = await context.account();
    const models = await listModels(await context.api(account));
    const { profile, baseUrl, keySource } = account;
    const { accountBudgets, budgetFields, budgetLine } = await import('../../money/budget-standings.ts');
    const budgets = globals.quiet && !globals.json ? [] : await accountBudgets(context, profile);
    if (globals.json) {
      const own = budgets.map(budgetFields);
      const fields = { profile, base_url: baseUrl, key: keySource, models: models.length, budgets: own };
      terminal.out.write(documentJson('genctl.account/v1', fields, terminal.out));
    } else if (globals.quiet) terminal.out.lines([profile]);
    else {
      const { colors, symbols } = terminal.out;
      terminal.out.lines([
        `${colors.good(symbols.good)} ${colors.bold(profile)} at ${baseUrl}`,
        `  its key (${keySource}) is accepted; ${models.length} models`,
        ...budgets.map((one) => `  ${budgetLine(one)}`),
      ]);
    }
  },
});
