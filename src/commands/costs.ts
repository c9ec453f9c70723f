import { namedByFlags } from '../account/account.ts';
import { hasInventedPrices } from '../account/profiles.ts';
import { switchFlag } from '../cli/flag.ts';
import { assertTable, headerFlag, sinceFlag, untilFlag } from '../cli/flags/list-flags.ts';
import { type CommandContext, defineCommand } from '../command/define-command.ts';
import { genctl } from '../errors/hint.ts';
import { jobsOfAccountInUse } from '../follow/list/account-in-use.ts';
import { unsettledOf } from '../follow/list/unsettled-of.ts';
import { type LookedAt, lookAtJobs } from '../follow/look-at-jobs.ts';
import { factsOf, type JobFacts } from '../ledger/facts/job-facts.ts';
import { documentJson } from '../ledger/job-document.ts';
import type { JobRecord } from '../ledger/record.ts';
import { isSandboxApart } from '../ledger/records/sandbox-apart.ts';
import {
  beginSums,
  type CostReport,
  costFields,
  isTellable,
  printCosts,
  sandboxLines,
} from '../money/cost-report.ts';
import { costKeyFlag, usualCostKey } from '../money/costs.ts';

/** A job may be recorded before the given moment and charged after it, but at most this much later. Unit: ms. */
const longestJobMs = 24 * 60 * 60 * 1000;

export const command = defineCommand({
  describe:
    'Add up what the jobs of this machine were charged, by the day (UTC) each ended. --profile and --sandbox choose one account. genctl asks the service only with --refresh.',
  flags: {
    by: costKeyFlag,
    since: sinceFlag('count only charges since then'),
    until: untilFlag('count only charges before then'),
    header: headerFlag,
    refresh: switchFlag('--refresh', 'first ask the service about jobs of unknown charge'),
  },
  examples: [
    'genctl costs',
    'genctl costs --by model --since 30d',
    'genctl costs --by tag:client --since 2026-11-01 --until 2026-12-01',
    'genctl costs --by profile --json',
  ],
  parse: ({ flags }) => flags,
  async run(context, { by, header, since, until, refresh }) {
    const { clock, globals, terminal } = context;
    if (header) assertTable('--header', globals);
    const sinceMs = since?.(clock.nowMs()) ?? Number.NEGATIVE_INFINITY;
    const beforeMs = until?.(clock.nowMs()) ?? Number.POSITIVE_INFINITY;
    const profile = namedByFlags(globals);
    const key = by ?? usualCostKey;
    if (header && !terminal.out.isTerminal) {
      const { costTableHeader } = await import('../money/words/cost-table.ts');
      terminal.out.lines([costTableHeader(key, terminal.out)]);
    }
    const isOverview = by === undefined && terminal.out.isTerminal;
    const ofAccounts = beginSums(key, { isOverview });
    const ofSandbox = beginSums(key, { isOverview });
    const ofAccount = await jobsOfAccountInUse(context);
    const otherProfiles: string[] = [];
    const count = (job: JobFacts): void => {
      if (job.chargedAtMs < sinceMs || job.chargedAtMs >= beforeMs) return;
      if (!hasInventedPrices(job) && ofAccount?.isOwn(job) === false) otherProfiles.push(job.profile);
      (hasInventedPrices(job) ? ofSandbox : ofAccounts).add(job);
    };
    const unknown: JobFacts[] = [];
    const ledger = await context.ledger();
    await ledger.survey({ sinceMs: sinceMs - longestJobMs }, (job) => {
      if (profile !== undefined && ofAccount?.isOwn(job) === false) return;
      // v1 does not tell what a job cost, however often it is asked.
      if (refresh && isTellable(job) && job.isChargeUnknown) unknown.push(job);
      else count(job);
    });
    const looked = await lookAgain(context, unknown);
    for (const job of looked.facts) count(job);
    const [accounts, sandbox] = [ofAccounts.sums(), ofSandbox.sums()];
    const isApart = accounts.costs.total.jobs > 0 || (await isSandboxApart(context));
    const told: CostReport = {
      ...(isApart ? accounts : sandbox),
      key,
      profile,
      isApart,
      isRefreshed: refresh,
      sandbox: sandbox.costs.total,
    };
    await print(context, told);
    if (!globals.json && !globals.quiet && ofAccount?.isNamed === false && isApart) {
      const { printOthers } = await import('../follow/list/other-accounts.ts');
      printOthers(context, otherProfiles, accounts.costs.total.jobs);
    }
    const failure = looked.failure({ isChosen: true });
    if (failure !== undefined) throw failure;
  },
});

async function print(context: CommandContext, told: CostReport): Promise<void> {
  const { globals, terminal } = context;
  const { costs, isApart, profile } = told;
  const { accountBudgets, budgetFields, budgetLine } = await import('../money/budget-standings.ts');
  const all = globals.quiet && !globals.json ? [] : await accountBudgets(context, profile);
  const budgets = all.filter((budget) => !isApart || !hasInventedPrices(budget));
  if (globals.json) {
    const unsettled = await unsettledOf(context, 'costs');
    const fields = { ...costFields(told), unsettled, budgets: budgets.map(budgetFields) };
    terminal.out.write(documentJson('genctl.costs/v1', fields, terminal.out));
  } else if (globals.quiet) {
    const { plainCost } = await import('../money/words/cost-table.ts');
    terminal.out.lines([plainCost(costs.total)]);
  } else {
    if (costs.total.jobs === 0) terminal.err.lines(await nothingLines(context, profile));
    else await printCosts(context, told);
    if (isApart) terminal.err.lines(sandboxLines(told.sandbox));
    terminal.err.lines(budgets.map(budgetLine));
  }
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
  const looked = await lookAtJobs(context, records, genctl`costs --refresh`);
  return { facts: looked.records.map(factsOf), failure: looked.failure };
}

/** An account that is none must not pass for one that was charged nothing. */
async function nothingLines(context: CommandContext, profile: string | undefined): Promise<string[]> {
  const { unknownAccount } = await import('../follow/list/select-jobs.ts');
  const unknown = profile === undefined ? undefined : await unknownAccount(context, profile);
  return [unknown ?? 'No jobs to add up.', '  genctl jobs'];
}
