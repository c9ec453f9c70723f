import type { DocumentFields } from '../contract/documents/index.ts';
import { requestRoutes } from '../contract/request-route.ts';
import { beginCostSheet, type CostKey, type Costs, costKeys, usualCostKey } from '../flows/costs.ts';
import { usdOf } from '../rules/money.ts';
import { namedByFlags } from '../store/account.ts';
import { factsOf, type JobFacts } from '../store/ledger/facts/job-facts.ts';
import type { JobRecord } from '../store/ledger/record.ts';
import { sandboxProfile } from '../store/profiles.ts';
import type { CostSection } from '../ui/render/cost-table.ts';
import { documentJson } from '../ui/render/job-document.ts';
import { formatMoney } from '../ui/render/money.ts';
import type { CommandContext } from './context/context.ts';
import { type LookedAt, lookAtJobs } from './context/look-at-jobs.ts';
import { defineCommand } from './line/define-command.ts';
import { choiceFlag, switchFlag } from './line/flag.ts';
import { sinceFlag } from './line/since-flag.ts';

/** A job may be recorded before the given moment and charged after it, but at most this much later. Unit: ms. */
const longestJobMs = 24 * 60 * 60 * 1000;

export const costsCommand = defineCommand({
  describe:
    'Add up what jobs were charged, as seen from this machine: the jobs of its ledger, each on the day (UTC) it was over. --profile and --sandbox leave one account. Nothing is asked of the service without --refresh.',
  flags: {
    by: choiceFlag(
      '--by <key>',
      `a row for each of these; unless given ${usualCostKey}, and on a terminal model below`,
      costKeys,
    ),
    since: sinceFlag('only what was charged since then'),
    refresh: switchFlag('--refresh', 'look first at the jobs whose charge is not known'),
  },
  examples: ['genctl costs', 'genctl costs --by model --since 30d', 'genctl costs --by profile --json'],
  parse: ({ flags }) => flags,
  async run(context, { by, since, refresh }) {
    const { clock, globals, terminal } = context;
    const sinceMs = since?.(clock.nowMs()) ?? Number.NEGATIVE_INFINITY;
    const profile = namedByFlags(globals);
    const key = by ?? usualCostKey;
    const sheet = beginCostSheet(key);
    const isOverview = by === undefined && terminal.out.isTerminal;
    const ofModels = isOverview ? beginCostSheet('model') : undefined;
    let untold = 0;
    const count = (job: JobFacts): void => {
      if (job.chargedAtMs < sinceMs) return;
      sheet.add(job);
      ofModels?.add(job);
      if (!isTellable(job) && job.isChargeUnknown) untold += 1;
    };
    const unknown: JobFacts[] = [];
    const ledger = await context.ledger();
    await ledger.survey({ sinceMs: sinceMs - longestJobMs }, (job) => {
      if (profile !== undefined && job.profile !== profile) return;
      // v1 does not tell what a job cost, however often it is asked.
      if (refresh && isTellable(job) && job.isChargeUnknown) unknown.push(job);
      else count(job);
    });
    const looked = await lookAgain(context, unknown);
    for (const job of looked.facts) count(job);
    const costs = sheet.costs();
    const { accountBudgets, budgetFields, budgetLine } = await import('./budget/budget-standings.ts');
    const budgets = globals.quiet && !globals.json ? [] : await accountBudgets(context, profile);
    if (globals.json) {
      const fields = { ...costFields(costs, key), budgets: budgets.map(budgetFields) };
      terminal.out.write(documentJson('genctl.costs/v1', fields, terminal.out));
    } else if (globals.quiet) terminal.out.lines([String(usdOf(costs.total.microUsd))]);
    else {
      const rows = { title: key, rows: costs.groups };
      const models = ofModels?.costs().groups;
      const sections = models === undefined ? [rows] : [rows, { title: 'model', rows: models }];
      if (costs.total.jobs === 0) terminal.err.lines(await nothingLines(context, profile));
      else await printCosts(context, costs, { sections, profile, untold });
      terminal.err.lines(budgets.map(budgetLine));
    }
    const failure = looked.failure();
    if (failure !== undefined) throw failure;
  },
});

function isTellable({ route }: JobFacts): boolean {
  return requestRoutes[route].tellsCharge;
}

/** Looks at jobs whose charge is not known. Those that can't be looked at stay as they are: the others still add up. */
async function lookAgain(
  context: CommandContext,
  jobs: readonly JobFacts[],
): Promise<{ facts: JobFacts[] } & Pick<LookedAt, 'failure'>> {
  const ledger = await context.ledger();
  const records: JobRecord[] = [];
  for (const { id } of jobs) {
    const record = await ledger.find(id);
    // Another process may have removed it meanwhile.
    if (record !== undefined) records.push(record);
  }
  const looked = await lookAtJobs(context, records, 'genctl costs --refresh');
  return { facts: looked.records.map(factsOf), failure: looked.failure };
}

function costFields(
  { groups, total, sandboxMicroUsd }: Costs,
  by: CostKey,
): Omit<DocumentFields<'genctl.costs/v1'>, 'budgets'> {
  const items = groups.map(({ key, jobs, charged, unknown, microUsd }) => ({
    [by]: key,
    jobs,
    charged,
    unknown,
    cost_usd: usdOf(microUsd),
  }));
  const { jobs, charged, unknown, microUsd } = total;
  const sums = { jobs, charged, unknown, total_usd: usdOf(microUsd), sandbox_usd: usdOf(sandboxMicroUsd) };
  return { items, ...sums };
}

/** An account that is none must not pass for one that was charged nothing. */
async function nothingLines(context: CommandContext, profile: string | undefined): Promise<string[]> {
  const { unknownAccount } = await import('./jobs/none-like-that.ts');
  const unknown = profile === undefined ? undefined : await unknownAccount(context, profile);
  return [unknown ?? 'No jobs to add up.', '  genctl jobs'];
}

async function printCosts(
  { terminal }: CommandContext,
  { total, sandboxMicroUsd }: Costs,
  {
    profile,
    sections,
    untold,
  }: { sections: readonly CostSection[]; profile: string | undefined; untold: number },
): Promise<void> {
  const { renderCostTable } = await import('../ui/render/cost-table.ts');
  terminal.out.lines(renderCostTable(sections, total, terminal.out));
  const { symbols } = terminal.err;
  const warn = (text: string): void => terminal.err.lines([`${symbols.warn} ${text}`]);
  if (untold > 0) warn(`v1 does not say what a job cost: ${untold} of ${total.jobs} jobs are not in the sum`);
  if (total.unknown > untold) {
    const which = `${total.unknown - untold} of ${total.jobs} jobs`;
    warn(`What ${which} cost is not known yet; to look: genctl costs --refresh`);
  }
  if (sandboxMicroUsd > 0 && profile !== sandboxProfile.name) {
    const part = formatMoney(usdOf(sandboxMicroUsd));
    warn(`${part} of it is the sandbox's, whose prices are invented; --profile NAME leaves it out`);
  }
}
