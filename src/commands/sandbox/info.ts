import { documentJson } from '../../ui/render/job-document.ts';
import { renderTable } from '../../ui/render/table.ts';
import { defineCommand } from '../define-command.ts';

/** The sandbox's invented prices, its limits, and the endings it can be asked for. */
export const sandboxInfoCommand = defineCommand({
  describe: 'The invented prices of the embedded service, its limits, and the endings it can be asked for.',
  flags: {},
  examples: ['genctl sandbox info', 'genctl sandbox info --json'],
  parse: () => ({}),
  async run({ around, globals, terminal }) {
    const { prices, limits, scenarios } = await around.sandbox.info();
    if (globals.json) {
      terminal.out.write(documentJson('genctl.sandbox/v1', { prices, limits, scenarios }, terminal.out));
      return;
    }
    const { colors } = terminal.out;
    const table = (rows: readonly (readonly [string, string])[]): string[] =>
      renderTable(
        rows,
        [
          { title: 'NAME', text: ([name]) => name, dropOrder: 0, paint: colors.accent },
          { title: 'MEANS', text: ([, says]) => says, dropOrder: 0 },
        ],
        terminal.out,
      );
    terminal.out.lines([
      colors.bold('Prices, invented'),
      ...table(prices.map(({ what, price }) => [what, price])),
      '',
      colors.bold('Limits'),
      ...table(limits.map(({ what, limit }) => [what, limit])),
      '',
      colors.bold('Endings: a word sandbox:NAME in the prompt, or a header X-Sandbox-Scenario'),
      ...table(scenarios.map(({ name, says }) => [name, says])),
    ]);
  },
});
