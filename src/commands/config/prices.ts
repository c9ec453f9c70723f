import { namedByFlags } from '../../account/account.ts';
import { homePlaces } from '../../account/home.ts';
import { hasInventedPrices, sandboxProfile } from '../../account/profiles.ts';
import { storeFailure } from '../../account/store-failure.ts';
import type { CommandContext } from '../../command/context.ts';
import { defineCommand } from '../../command/define-command.ts';
import { claimFile } from '../../files/exclusive-claim.ts';
import { ensurePrivateFolder } from '../../files/folder.ts';
import { documentJson } from '../../ledger/job-document.ts';
import { brokenPrices, readPriceFile } from '../../money/prices/price-file.ts';
import { sandboxRows } from '../../money/prices/price-list.ts';
import type { ReadPrices } from '../../money/rules/price-rows.ts';
import { allModels } from '../../request/models/all-models.ts';
import { counted } from '../../text/shown-value.ts';

/** The price list as a run found or made it; `path` is null for the sandbox's own. */
interface FoundPrices extends ReadPrices {
  path: string | null;
  isCreated: boolean;
}

export const configPricesCommand = defineCommand({
  describe:
    'Check prices.csv in the folder of config path: what a job costs before one was charged here. Without the file, write one to fill in, from the models list.',
  flags: {},
  examples: ['genctl config prices', 'genctl config prices --json', 'genctl config prices --sandbox'],
  parse: () => ({}),
  async run(context) {
    const found = await findPrices(context);
    const { globals, terminal } = context;
    const { isCreated, path, rows, unpriced } = found;
    const { priceFields, renderPriceTable } = await import('../../money/words/price-table.ts');
    if (globals.json) {
      const fields = { path, created: isCreated, items: rows.map(priceFields), unpriced };
      terminal.out.write(documentJson('genctl.prices/v1', fields, terminal.out));
      return;
    }
    if (isCreated && path !== null) terminal.out.values([path]);
    else terminal.out.lines(renderPriceTable(rows, terminal.out));
    if (!globals.quiet) terminal.err.lines([foundWords(found)]);
  },
});

async function findPrices(context: CommandContext): Promise<FoundPrices> {
  const home = await context.home();
  const path = homePlaces(home).prices;
  const isOfSandbox = namedByFlags(context.globals) === sandboxProfile.name;
  const read = isOfSandbox ? undefined : await readPriceFile(home);
  if (read !== undefined && read.faults.length > 0) throw brokenPrices(home, read.faults);
  if (read !== undefined) return { ...read, path, isCreated: false };
  if (hasInventedPrices(await context.account())) {
    const rows = await sandboxRows(context);
    return { rows, unpriced: [], faults: [], path: null, isCreated: false };
  }
  const { priceTemplate } = await import('../../money/rules/price-template.ts');
  const template = priceTemplate(await allModels(context, { refresh: false }));
  const isCreated = create(home, path, template);
  const made = await readPriceFile(home);
  return { rows: [], unpriced: [], faults: [], ...made, path, isCreated };
}

/** False where another process has made it meanwhile. */
function create(home: string, path: string, template: string): boolean {
  try {
    ensurePrivateFolder(home);
    return claimFile(path, Buffer.from(template)) === 'claimed';
  } catch (error) {
    throw storeFailure("the price list can't be written", path, error);
  }
}

function foundWords({ isCreated, path, rows, unpriced }: FoundPrices): string {
  if (path === null) return 'invented prices of the sandbox; it needs no prices.csv';
  if (isCreated)
    return `${counted(unpriced.length, 'row')} to fill in; then check them with genctl config prices`;
  const without = unpriced.length === 0 ? '' : `; ${counted(unpriced.length, 'row')} without one`;
  return `${counted(rows.length, 'price')} in ${path}${without}`;
}
