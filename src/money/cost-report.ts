import { sandboxProfile } from '../account/profiles.ts';
import type { DocumentFields } from '../cli/documents/index.ts';
import type { JobFacts } from '../ledger/facts/job-facts.ts';
import { requestRoutes } from '../service/request-route.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { usdOf } from '../text/money.ts';
import { counted } from '../text/shown-value.ts';
import { beginCostSheet, type CostKey, type Costs, tagOfKey } from './costs.ts';
import { moneyWords } from './words/budget-words.ts';

/** The charges of jobs, and of how many jobs v1 does not say what they cost. */
interface Sums {
  costs: Costs;
  /** The costs by model, where those are shown, too. */
  models: Costs | undefined;
  untold: number;
}

/** The sums of one run, as they are printed. */
export interface CostReport extends Sums {
  key: CostKey;
  /** The account that the line names. */
  profile: string | undefined;
  /** True if genctl asked the service just now. */
  isRefreshed: boolean;
  /** True if the sandbox's jobs are not among these. */
  isApart: boolean;
  sandbox: Costs['total'];
}

/** Adds up jobs by a key. */
export function beginSums(by: CostKey, { isOverview }: { isOverview: boolean }) {
  const sheet = beginCostSheet(by);
  const ofModels = isOverview ? beginCostSheet('model') : undefined;
  let untold = 0;
  return {
    add(job: JobFacts): void {
      sheet.add(job);
      ofModels?.add(job);
      if (!isTellable(job) && job.isChargeUnknown) untold += 1;
    },
    sums: (): Sums => ({ costs: sheet.costs(), models: ofModels?.costs(), untold }),
  };
}

/** The sandbox's jobs, in a line of their own. */
export function sandboxLines({ jobs, microUsd }: Costs['total']): string[] {
  const what = `${counted(jobs, 'job')} of the sandbox, ${moneyWords(microUsd)} at invented prices`;
  return jobs === 0 ? [] : [`Not included: ${what}. To see them: genctl costs --sandbox`];
}

/** Tells whether the service says what such a job cost. */
export function isTellable({ route }: JobFacts): boolean {
  return requestRoutes[route].tellsCharge;
}

/** The fields of `genctl.costs/v1`. */
export function costFields({
  costs: { groups, total },
  isApart,
  key: by,
  sandbox,
}: CostReport): Omit<DocumentFields<'genctl.costs/v1'>, 'budgets' | 'unsettled'> {
  const items = groups.map(({ key, jobs, charged, unknown, microUsd }) => ({
    [tagOfKey(by) === undefined ? by : 'tag']: key,
    jobs,
    charged,
    unknown,
    cost_usd: usdOf(microUsd),
  }));
  const { jobs, charged, unknown, microUsd } = total;
  const sums = { jobs, charged, unknown, total_usd: usdOf(microUsd) };
  return { items, ...sums, sandbox_usd: usdOf(sandbox.microUsd), sandbox_apart: isApart };
}

/** Prints the table, and a warning for what it leaves out. */
export async function printCosts(
  { terminal }: { terminal: Terminal },
  { costs: { groups, total }, isApart, isRefreshed, key, models, profile, sandbox, untold }: CostReport,
): Promise<void> {
  const { renderCostTable } = await import('./words/cost-table.ts');
  const rows = { title: key, rows: groups };
  const sections = models === undefined ? [rows] : [rows, { title: 'model', rows: models.groups }];
  terminal.out.lines(renderCostTable(sections, total, terminal.out));
  const { symbols } = terminal.err;
  const warn = (text: string): void => terminal.err.lines([`${symbols.warn} ${text}`]);
  if (untold > 0)
    warn(
      `v1 reports no charges: ${untold} of ${total.jobs} jobs are not in the sum; budgets count them by the price list, or as assumed`,
    );
  if (total.unknown > untold) {
    const which = `${total.unknown - untold} of ${total.jobs} jobs`;
    const further = isRefreshed ? '' : '; to ask the service: genctl costs --refresh';
    warn(`The cost of ${which} is not known yet${further}`);
  }
  if (!isApart && sandbox.microUsd > 0 && profile !== sandboxProfile.name)
    warn('these are invented prices of the sandbox');
}
