import { type CommandContext, defineCommand } from '../command/define-command.ts';
import { type Check, checkThat, diagnosisJson, renderDiagnosis } from '../doctor/check.ts';
import {
  budgetChecks,
  filesCheck,
  homeCheck,
  ledgerCheck,
  nodeCheck,
  pricesCheck,
  projectCheck,
  settingsCheck,
  terminalCheck,
} from '../doctor/machine.ts';
import { serviceChecks } from '../doctor/service.ts';
import { CliError } from '../errors/cli-error.ts';

export const command = defineCommand({
  describe:
    'Check Node, home folder, settings, project file, price list, account, service, clock, ledger, budget and terminal. Prints a line for each, with a fix if something is wrong. Exits 0 if nothing fails, else with the code of the first failure.',
  flags: {},
  examples: ['genctl doctor', 'genctl doctor --sandbox --json'],
  parse: () => ({}),
  async run(context) {
    const { globals, terminal } = context;
    const checks = await lookAtAll(context);
    const shown = globals.quiet ? checks.filter(({ status }) => status !== 'ok') : checks;
    const failed = checks.find(({ status }) => status === 'fail');
    if (globals.json) terminal.out.write(diagnosisJson(checks, terminal.out));
    else if (shown.length > 0) terminal.out.lines(renderDiagnosis(shown, terminal.out));
    if (failed?.failure === undefined) return;
    const { code, exit } = failed.failure;
    // People have read it in its line; programs find every failure in one place.
    if (globals.json)
      throw new CliError(exit, { code, message: failed.message, hint: failed.fix ?? undefined });
    context.endWith(exit);
  },
});

async function lookAtAll(context: CommandContext): Promise<Check[]> {
  return [
    nodeCheck(process.versions.node),
    await checkThat('home', () => homeCheck(context)),
    await checkThat('settings', () => settingsCheck(context)),
    await checkThat('project', () => projectCheck(context)),
    await checkThat('prices', () => pricesCheck(context)),
    ...(await serviceChecks(context)),
    await checkThat('ledger', () => ledgerCheck(context)),
    await checkThat('files', () => filesCheck(context)),
    ...(await budgetChecks(context)),
    terminalCheck(context.terminal),
  ];
}
