import { jobStatuses } from '../contract/wire-values.ts';
import { isOver } from '../rules/lifecycle.ts';
import { namedByFlags } from '../store/account.ts';
import type { JobQuery } from '../store/ledger/jobs.ts';
import type { JobRecord } from '../store/ledger/record.ts';
import type { CommandContext } from './context/context.ts';
import { type LookedAt, lookAtJobs } from './context/look-at-jobs.ts';
import { printListed } from './jobs/print-listed.ts';
import { defineCommand } from './line/define-command.ts';
import { choiceFlag, integerFlag, switchFlag, textFlag } from './line/flag.ts';
import { sinceFlag } from './line/since-flag.ts';

/** How many jobs are listed unless `--limit` says. */
const usualLimit = 30;

export const jobsCommand = defineCommand({
  describe:
    'List the jobs of this machine, newest first, as last seen. --profile and --sandbox leave one account. Nothing is asked of the service without --refresh.',
  flags: {
    status: choiceFlag('--status <status>', 'only jobs in this state', jobStatuses),
    model: textFlag('--model <id>', 'only jobs of this model', 'model'),
    batch: textFlag('--batch <name>', 'only jobs of this batch', 'batch'),
    since: sinceFlag('only jobs since then', 'genctl jobs --since 7d'),
    limit: integerFlag('--limit <n>', `at most so many (${usualLimit})`, { least: 1 }),
    refresh: switchFlag('--refresh', 'look at the unfinished ones first'),
  },
  examples: ['genctl jobs', 'genctl jobs --status failed --since 7d --json'],
  parse: ({ flags }) => flags,
  async run(context, { batch, status, model, since, limit, refresh }) {
    const { clock, globals, terminal } = context;
    const named = namedByFlags(globals);
    const ledger = await context.ledger();
    const query: JobQuery = {
      limit: limit ?? usualLimit,
      sinceMs: since?.(clock.nowMs()),
      where: (job) =>
        (named === undefined || job.profile === named) &&
        (status === undefined || job.status === status) &&
        (model === undefined || job.model === model) &&
        (batch === undefined || job.batch === batch),
    };
    const looked = refresh ? await lookAtUnfinished(context, await ledger.list(query)) : undefined;
    const count = await printListed(context, looked?.records ?? ledger.records(query), looked?.seen ?? []);
    if (count === 0 && !globals.json && !globals.quiet) {
      const isOther = (await ledger.list({ limit: 1 })).length > 0;
      terminal.err.lines(
        isOther
          ? ['No job is like that.', '  to list the newest of all: genctl jobs']
          : ['No jobs yet.', '  genctl submit "a red fox in snow" -m vendor-a/image-1 --sandbox'],
      );
    }
    if (looked?.failure !== undefined) throw looked.failure;
  },
});

/** Looks at the jobs that are not over; the others stay in their places. */
async function lookAtUnfinished(context: CommandContext, listed: readonly JobRecord[]): Promise<LookedAt> {
  const going = listed.filter(({ job }) => !isOver(job));
  const looked = await lookAtJobs(context, going, 'status');
  const newest = new Map(looked.records.map((record) => [record.id, record]));
  return { ...looked, records: listed.map((record) => newest.get(record.id) ?? record) };
}
