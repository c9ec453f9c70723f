import * as z from 'zod/mini';
import { budgetsField } from './dry-run.ts';
import { routeName, unsettled } from './job.ts';
import {
  anything,
  dollars,
  orNull,
  rows,
  said,
  text,
  textOrNull,
  truth,
  whole,
  wholeOrNull,
} from './said.ts';

export const modelsDocument = z.object({
  items: rows({
    id: text('As a request names it.'),
    media: textOrNull('Output medium.'),
    runtime_seconds: orNull(z.number(), 'The longest that a job may take. Unit: s.'),
    max_output_count: orNull(z.number(), 'The most outputs of one job.'),
    api: said(z.enum(['v1', 'v2']), 'The version that serves it: v2 wherever both do.'),
    route: routeName('The route that serves it.'),
    input_schema: anything("The service's description of its input; null where it gives none."),
  }),
});

export const uploadsDocument = z.object({
  items: rows({
    path: text('Of the file, absolute.'),
    url: text('The link that a request gets for it.'),
    content_type: text('Of its bytes, whatever its name is.'),
    bytes: whole('Its size.'),
    sha256: text('Of its bytes, in hex.'),
    link: said(
      z.enum(['uploaded', 'remembered', 'stand-in']),
      'Whether it was uploaded now, or before; in the sandbox a link only stands in for it.',
    ),
  }),
});

const counts = {
  jobs: whole('How many jobs.'),
  charged: whole('How many of them were charged.'),
  unknown: whole('How many may have cost something that is not known.'),
};

export const costsDocument = z.object({
  items: rows({
    day: z.optional(textOrNull('With --by day: YYYY-MM-DD, UTC.')),
    model: z.optional(textOrNull('With --by model.')),
    profile: z.optional(textOrNull('With --by profile.')),
    batch: z.optional(textOrNull('With --by batch; null of the jobs of none.')),
    tag: z.optional(textOrNull('With --by tag:NAME: the value; null of the jobs without it.')),
    ...counts,
    cost_usd: dollars('What they were charged.'),
  }),
  ...counts,
  total_usd: dollars('What all were charged.'),
  sandbox_usd: dollars("What the sandbox's jobs were charged, at invented prices."),
  sandbox_apart: truth(
    "Whether the sandbox's jobs are in sandbox_usd alone; else they are in all sums: with --sandbox, or where there are no others.",
  ),
  unsettled,
  budgets: budgetsField,
});

export const pruneDocument = z.object({
  dry_run: truth('Whether nothing was removed.'),
  before: text('Jobs recorded before this time. ISO 8601.'),
  jobs: whole('How many jobs.'),
  awaited: whole('How many jobs as old stay, because a file without a link may still come.'),
  answers: whole('How many kept answers.'),
  bytes: wholeOrNull('Disk space that was freed; null of a dry run.'),
  items: rows({
    id: text('Of the job.'),
    profile: textOrNull('Its account.'),
    status: text('Its last known status.'),
    recorded_at: text('When this machine recorded it. ISO 8601.'),
  }),
});

export const doctorDocument = z.object({
  items: rows({
    name: text('Of the check.'),
    status: said(z.enum(['ok', 'warn', 'fail']), 'How it went.'),
    message: text('What was found.'),
    fix: textOrNull('The command that mends it.'),
  }),
});
