import { defineCommand } from '../../command/define-command.ts';
import { documentJson } from '../../ledger/job-document.ts';
import { usdOf } from '../../text/money.ts';

export const configPricesCommand = defineCommand({
  describe:
    'Check prices.csv in the folder of config path: what a job costs before one was charged here. Without the file, write one to fill in, from the models list.',
  flags: {},
  examples: ['genctl config prices', 'genctl config prices --json', 'genctl config prices --sandbox'],
  parse: () => ({}),
  async run(context) {
    const { globals, terminal } = context;
    const { findPrices, foundWords, listColumns } = await import('../../money/prices/find-prices.ts');
    const found = await findPrices(context);
    const { rows, unpriced, ...facts } = found;
    for (const { line, message } of found.warnings) {
      const where = line === null ? '' : `, line ${line}`;
      context.listen({ kind: 'warning', message: `prices.csv${where}: ${message}` });
    }
    if (globals.json) {
      const items = rows.map(({ leastMicroUsd: least, microUsd, ...row }) => {
        return { ...row, usd: usdOf(microUsd), least_usd: least === 0 ? null : usdOf(least) };
      });
      terminal.out.write(
        documentJson(
          'genctl.prices/v1',
          { ...facts, unpriced: unpriced.map(({ line }) => line), items },
          terminal.out,
        ),
      );
      return;
    }
    if (found.created && found.path !== null) terminal.out.values([found.path]);
    else {
      const { renderTable } = await import('../../terminal/table.ts');
      terminal.out.lines(renderTable(rows, listColumns, terminal.out));
    }
    if (!globals.quiet) terminal.err.lines([foundWords(found)]);
  },
});
