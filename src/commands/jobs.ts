import { jobStatuses } from '../contract/job-status.ts';
import { UsageError } from '../errors/usage-error.ts';
import { parseDurationMs } from '../rules/duration.ts';
import { isOver } from '../rules/lifecycle.ts';
import { renderJobTable } from '../ui/render/job-table.ts';
import { defineCommand } from './define-command.ts';
import { choiceFlag, integerFlag, switchFlag, textFlag, valueFlag } from './flag.ts';
import { jobDocument } from './job-document.ts';
import { lookAtJob } from './keep-state.ts';
import { printJobs } from './print-jobs.ts';

/** Jobs shown where no limit is given. */
const usualLimit = 30;

/** The jobs of this machine, newest first. */
export const jobsCommand = defineCommand({
  describe:
    'List the jobs of this machine, newest first, as last seen. Nothing is asked of the service without --refresh.',
  flags: {
    status: choiceFlag('--status <status>', 'only jobs in this state', jobStatuses),
    model: textFlag('--model <id>', 'only jobs of this model'),
    since: valueFlag('--since <when>', 'only jobs since then: 90m, 2h, 7d, or a date', readSince),
    limit: integerFlag('--limit <n>', `at most so many (${usualLimit})`, { least: 1 }),
    refresh: switchFlag('--refresh', 'look at the unfinished ones first'),
  },
  examples: ['genctl jobs', 'genctl jobs --status failed --since 7d --json'],
  parse: ({ flags }) => flags,
  async run(context, { status, model, since, limit, refresh }) {
    const { clock, globals, terminal } = context;
    const ledger = await context.ledger();
    const listed = await ledger.list({
      limit: limit ?? usualLimit,
      sinceMs: since?.(clock.nowMs()),
      matches: ({ job, intent }) =>
        (status === undefined || job.status === status) &&
        (model === undefined || (job.model ?? intent?.model) === model),
    });
    const records = refresh
      ? await Promise.all(listed.map((record) => (isOver(record.job) ? record : lookAtJob(context, record))))
      : listed;
    if (globals.json || globals.quiet) await printJobs(context, records, 'many');
    else if (records.length > 0)
      terminal.out.lines(renderJobTable(records.map(jobDocument), terminal.out, clock.nowMs()));
    else
      terminal.err.lines([
        'No jobs yet.',
        '  genctl submit "a red fox in snow" -m vendor-a/image-1 --sandbox',
      ]);
  },
});

/** A moment, as the time it was: an age reads back from now. */
function readSince(text: string): (nowMs: number) => number {
  const days = /^(\d+)d$/.exec(text)?.[1];
  const ageMs = days === undefined ? parseDurationMs(text) : Number(days) * 24 * 60 * 60 * 1000;
  if (ageMs !== undefined) return (nowMs) => nowMs - ageMs;
  const moment = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(moment)) return () => moment;
  throw new UsageError({
    code: 'invalid_flag',
    message: `--since does not take ${JSON.stringify(text)}`,
    why: 'It takes an age such as 90m, 2h or 7d, or a date such as 2026-03-04.',
    hint: 'genctl jobs --since 7d',
  });
}
