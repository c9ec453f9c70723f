import { namedByFlags } from '../account/account.ts';
import { choiceFlag, type FlagValues, integerFlag, switchFlag, usually } from '../cli/flag.ts';
import { flagConflict } from '../cli/flags/flag-conflict.ts';
import { assertTable, headerFlag } from '../cli/flags/list-flags.ts';
import { type CommandContext, defineCommand } from '../command/define-command.ts';
import type { CliError } from '../errors/cli-error.ts';
import { genctl } from '../errors/hint.ts';
import { type AccountJobs, allAccountsFlag, listedAccount } from '../follow/list/account-in-use.ts';
import { columnsFlag, type JobFilters, jobFilters } from '../follow/list/job-filters.ts';
import { printListed } from '../follow/list/print-listed.ts';
import {
  type JobSelection,
  jobOrder,
  noneLikeThat,
  selectJobs,
  sortNames,
} from '../follow/list/select-jobs.ts';
import { unsettledOf } from '../follow/list/unsettled-of.ts';
import { isGoingOn, lookAtJobs } from '../follow/look-at-jobs.ts';
import { columnsOfAccounts } from '../follow/words/job-column-names.ts';
import { factsOf } from '../ledger/facts/job-facts.ts';
import type { JobRecord } from '../ledger/record.ts';

/** How many jobs are listed unless `--limit` says. */
const usualLimit = 30;

const listFlags = {
  limit: usually(usualLimit, integerFlag('--limit <n>', 'list at most n jobs', { least: 1 })),
  sort: choiceFlag('--sort <value>', 'list the largest of this value first (default: the newest)', sortNames),
  columns: columnsFlag,
  header: headerFlag,
  allAccounts: allAccountsFlag,
  refresh: switchFlag('--refresh', 'first ask the service about unfinished jobs'),
  watch: switchFlag(
    '--watch',
    'show changes until all jobs finish, then exit 0 even if some failed; Ctrl-C exits 130 and leaves them running',
  ),
};

type JobsInput = JobFilters & FlagValues<typeof listFlags>;

export const command = defineCommand({
  describe:
    'List the jobs of the account in use, newest first, with their last known state; without an account, all jobs of this machine. --profile and --sandbox choose another account, --all-accounts chooses all. genctl asks the service only with --refresh or --watch.',
  flags: { ...jobFilters, ...listFlags },
  examples: [
    'genctl jobs',
    'genctl jobs --all-accounts --limit 5',
    'genctl jobs --status failed --since 7d --json',
    'genctl jobs --grep "red fox" --tag client=acme --columns id,status,took,tags,prompt',
    'genctl jobs --sort cost --since 30d --until 7d --limit 5',
    'genctl jobs --watch',
  ],
  parse({ flags }): JobsInput {
    if (flags.refresh && flags.watch) {
      const why = '--watch already looks at the unfinished ones.';
      throw flagConflict('--refresh and --watch', why, genctl`jobs --watch`);
    }
    if (flags.sort !== undefined && flags.watch) {
      const why = '--watch shows unfinished jobs, which change places.';
      throw flagConflict('--sort and --watch', why, genctl`jobs --watch`);
    }
    return flags;
  },
  async run(context, given) {
    const input = withAccountColumn(given);
    assertShown(context, given);
    const { globals, terminal } = context;
    if (input.header && !terminal.out.isTerminal) {
      const { jobTableHeader } = await import('../follow/words/job-table.ts');
      terminal.out.lines([jobTableHeader(terminal.out, input.columns)]);
    }
    const ofAccount = await listedAccount(context);
    const selection = await selectJobs(context, input, ofAccount);
    const { count, failure } = await list(context, selection, input);
    if (!globals.json && !globals.quiet) {
      if (count === 0) terminal.err.lines(await nothingLines(context, input, ofAccount));
      if (ofAccount?.isNamed === false) {
        const { otherAccountsLine } = await import('../follow/list/other-accounts.ts');
        const others = await otherAccountsLine(context, ofAccount);
        if (others !== undefined) terminal.err.lines([others]);
      }
    }
    if (failure !== undefined) throw failure;
  },
});

/** A list of several accounts has a column that names them, unless columns are chosen. */
function withAccountColumn(input: JobsInput): JobsInput {
  return input.allAccounts && input.columns === undefined ? { ...input, columns: columnsOfAccounts } : input;
}

async function nothingLines(
  context: CommandContext,
  input: JobsInput,
  ofAccount: AccountJobs | undefined,
): Promise<string[]> {
  const where = ofAccount?.isNamed === true ? undefined : ofAccount?.isOwn;
  const isOther = (await (await context.ledger()).list({ limit: 1, where })).length > 0;
  if (!isOther) return (await import('../follow/list/no-jobs.ts')).noJobsLines(context);
  return noneLikeThat(context, input);
}

/** Refuses what would have no effect on a document, or on bare ids. Throws UsageError. */
function assertShown({ globals }: CommandContext, { allAccounts, columns, header, watch }: JobsInput): void {
  const named = namedByFlags(globals);
  if (allAccounts && named !== undefined) {
    const flag = globals.sandbox === true ? '--sandbox' : '--profile';
    throw flagConflict(
      `--all-accounts and ${flag}`,
      `${flag} lists one account.`,
      genctl`jobs --all-accounts`,
    );
  }
  if (watch && globals.json) {
    const why = '--json prints one document. To get a line for each change, use wait --events.';
    throw flagConflict('--watch and --json', why, genctl`wait --all --events`);
  }
  if (columns !== undefined) assertTable('--columns', globals);
  if (header) assertTable('--header', globals);
}

/** Prints the jobs, and resolves with their number. */
async function list(
  context: CommandContext,
  selection: JobSelection,
  input: JobsInput,
): Promise<{ count: number; failure?: CliError | undefined }> {
  const { columns, limit = usualLimit, refresh, sort, watch } = input;
  const order = sort && jobOrder(sort);
  if (watch) {
    const { watchJobs } = await import('../follow/list/watch-jobs.ts');
    const line = { run: context.around.argv };
    return { count: await watchJobs(context, { selection, overMost: limit, columns, line }) };
  }
  const jobs = selection.jobs({ limit, order });
  const besides = async () => {
    return { sandbox_apart: selection.hasLeftOut, unsettled: await unsettledOf(context, 'jobs') };
  };
  const listing = { columns, besides };
  if (!refresh) return { count: await printListed(context, jobs, { ...listing, current: [] }) };
  const listed: JobRecord[] = [];
  for await (const record of jobs) listed.push(record);
  const looked = await lookAtJobs(context, listed, genctl`status ID`, isGoingOn);
  if (order !== undefined) looked.records.sort((one, other) => order(factsOf(one), factsOf(other)));
  const count = await printListed(context, looked.records, { ...listing, current: looked.seen });
  return { count, failure: looked.failure({ isChosen: true }) };
}
