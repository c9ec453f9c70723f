import { jobStatuses } from '../contract/wire-values.ts';
import { formatAge } from '../rules/duration.ts';
import { isOver } from '../rules/lifecycle.ts';
import { namedByFlags } from '../store/account.ts';
import type { JobRecord } from '../store/ledger/record.ts';
import type { CommandContext } from './context/context.ts';
import { lookAtJobs } from './context/look-at-jobs.ts';
import { printJobs, printJobTable } from './journey/print-jobs.ts';
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
    since: sinceFlag('only jobs since then', 'genctl jobs --since 7d'),
    limit: integerFlag('--limit <n>', `at most so many (${usualLimit})`, { least: 1 }),
    refresh: switchFlag('--refresh', 'look at the unfinished ones first'),
  },
  examples: ['genctl jobs', 'genctl jobs --status failed --since 7d --json'],
  parse: ({ flags }) => flags,
  async run(context, { status, model, since, limit, refresh }) {
    const { clock, globals, terminal } = context;
    const named = namedByFlags(globals);
    const ledger = await context.ledger();
    const listed = await ledger.list({
      limit: limit ?? usualLimit,
      sinceMs: since?.(clock.nowMs()),
      matches: ({ job, intent, profile }) =>
        (named === undefined || profile === named) &&
        (status === undefined || job.status === status) &&
        (model === undefined || (job.model ?? intent?.model) === model),
    });
    const going = refresh ? listed.filter(({ job }) => !isOver(job)) : [];
    const { records: looked, seen, failure } = await lookAtJobs(context, going, 'status');
    const newest = new Map(looked.map((record) => [record.id, record]));
    const current = new Set(seen.map(({ id }) => id));
    const records = listed.map((record) => newest.get(record.id) ?? record);
    if (globals.json || globals.quiet) await printJobs(context, records, 'many');
    else if (records.length > 0) {
      await printJobTable(context, records);
      const unseen = records.filter(({ id, job }) => !isOver(job) && !current.has(id));
      tellAge(context, unseen);
    } else if ((await ledger.list({ limit: 1 })).length > 0)
      terminal.err.lines(['No job is like that.', '  to list the newest of all: genctl jobs']);
    else
      terminal.err.lines([
        'No jobs yet.',
        '  genctl submit "a red fox in snow" -m vendor-a/image-1 --sandbox',
      ]);
    if (failure !== undefined) throw failure;
  },
});

/** Says how old the shown states are, because an unfinished job may have changed since. */
function tellAge({ clock, terminal }: CommandContext, unfinished: readonly JobRecord[]): void {
  if (unfinished.length === 0) return;
  const seenMs = Math.min(...unfinished.map(({ seen_at }) => Date.parse(seen_at)));
  const age = formatAge(clock.nowMs() - seenMs);
  const said =
    unfinished.length === 1
      ? `1 unfinished job is shown as last seen, ${age}`
      : `${unfinished.length} unfinished jobs are shown as last seen, the longest ago ${age}`;
  terminal.err.lines([`${said}. To look again: genctl jobs --refresh`]);
}
