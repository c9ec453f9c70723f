import * as z from 'zod/mini';
import { expectedCost, plannedBudgetsField } from './dry-run.ts';
import { allowed, findingFields, range } from './error.ts';
import {
  dollars,
  dollarsOrNull,
  list,
  maybe,
  orNull,
  rows,
  said,
  text,
  textOrNull,
  texts,
  truth,
  whole,
  wholeOrNull,
} from './said.ts';

const lineNumber = () => whole('Its number in the manifest, counted from 1.');
const id = () => textOrNull('The id of the shot; null where the line has none that can be read.');
const job = () => textOrNull('Its job, as far as one is known.');

const head = {
  batch: text('The name of the batch.'),
  manifest: text('As it was named.'),
  journal: text('Where the memory is that another machine can read. Absolute.'),
};

const counts = () =>
  said(
    z.record(z.string(), z.number()),
    'How many lines were what when they were checked: invalid elsewhere unchosen new waiting held retry open running fetch done failed uncertain changed.',
  );

const renamed = () =>
  maybe(
    'Lines with new ids that seem to be shots which were sent under other ids; null where there are none.',
    {
      lines: whole('How many lines.'),
      as: textOrNull('same or new, by --renamed or a person; null where nobody has said it.'),
      charged: whole('How many of the shots were charged, or may have been.'),
      running: whole('How many of them run.'),
      unanswered: whole('Of how many it is not known whether they have a job.'),
      cost_usd: dollars('What they were charged, as far as is known.'),
      pairs: rows({
        line: lineNumber(),
        from: text('The id that it was sent under.'),
        to: text('The id of the line.'),
        rewritten: truth('True if a spreadsheet may have made one of the other: such lines are refused.'),
        changed: truth('True if the line asks for something else than was sent: that alone refuses nothing.'),
      }),
    },
  );

const spentFields = {
  max_cost_usd: dollarsOrNull('By --max-cost; of a shard its part. Null for any amount.'),
  spent_usd: dollars('Over all runs.'),
  reserved_usd: dollars('For what is in flight, or uncertain.'),
};

/** A run of a batch, once it has ended. */
export const batchSummary = z.object({
  ...head,
  dry_run: z.literal(false),
  shots: whole('Lines that this run had to do with.'),
  done: whole('Of them: the job succeeded, and its files are where they are wanted.'),
  failed: whole('Of them: without success.'),
  uncertain: whole('Of them: whether there is a job is not known.'),
  left: whole('Of them: their jobs go on, or their files are still to come.'),
  unsent: whole('Of them: not sent.'),
  held: whole('Of them: not sent, since a line that they wait for was lost, or they were not picked.'),
  unpicked: whole('Of the held: they wait to be picked, or for a line that does.'),
  to_pick: maybe(
    'The drafts that are over, and whose finals wait to be picked; null without --pick, or where there are none.',
    {
      drafts: rows({
        id: text('Of the line that made the draft.'),
        job: text('The draft.'),
        finals: texts('The lines that make finals of it.'),
      }),
      argv: texts(
        'The line that sends the finals of all of them; of --picked it needs those that are wanted.',
      ),
    },
  ),
  cost_usd: dollars('What their jobs were charged over all runs, as far as is known.'),
  run_cost_usd: dollars('What of that was charged for jobs that ended in this run.'),
  untold: whole(
    'How many jobs are not in that, because the service does not say what they cost: v1 never does.',
  ),
  budget: maybe('What the batch may cost; null where nobody says.', {
    ...spentFields,
    left_usd: dollarsOrNull('Of --max-cost.'),
    unsent: whole('Lines that were not sent because a budget was reached.'),
  }),
  film: maybe('The film of --film; null where none was made.', {
    path: text('Absolute.'),
    shots: whole('How many shots it is of.'),
    seconds: said(z.number(), 'How long it lasts.'),
  }),
  renamed: renamed(),
  checked: counts(),
  warnings: texts('What the run warned of, each thing once; of very many the first.'),
  lost: list('The first lines without success; --report has all.', {
    line: lineNumber(),
    id: id(),
    job: job(),
    code: text('Why, as a word.'),
    message: text('The same in words.'),
  }),
});

/** A dry run, which has a reason for every line. */
export const batchDryRun = z.object({
  ...head,
  dry_run: z.literal(true),
  lines: rows({
    line: lineNumber(),
    id: id(),
    reason: text('What the line is: one of the words of checked.'),
    fields: orNull(z.array(z.string()), 'Of a changed line: the fields that differ.'),
    job: job(),
    parents: texts('The lines, or jobs, that it takes something from.'),
    waits_for: texts('Those of them whose outputs are still to come.'),
    error: maybe('Why it can’t be sent, or is not.', {
      code: text('A word for scripts.'),
      message: text('What is wrong.'),
      why: textOrNull('Why, in numbers.'),
      hint: textOrNull('What mends it.'),
      fix: maybe('The same for a program, where one can tell.', {
        cells: z.optional(
          said(
            z.record(z.string(), z.unknown()),
            'What to write in the line: a value by the name of its column.',
          ),
        ),
        allowed,
        range,
      }),
    }),
    findings: said(
      z.array(findingFields),
      'What the checks found of it, whether they refuse it or not, in the words of its columns.',
    ),
  }),
  shots: whole('Lines of this shard, or all; of --only or --limit those that they choose.'),
  checked: counts(),
  warnings: texts('What is to be told of lines or columns, and keeps nothing from being sent.'),
  expected_cost: expectedCost,
  budget: maybe('What the batch may cost; null where nobody says.', {
    ...spentFields,
    most_usd: dollarsOrNull(
      'What sending the rest costs at the most, by the dearest of like jobs; null where that is not known.',
    ),
    left_after_usd: dollarsOrNull(
      'What would be left of --max-cost; below 0 where it is not enough, null where that is not known.',
    ),
  }),
  budgets: plannedBudgetsField,
  renamed: renamed(),
});

/** The fields of the batch in a sidecar. */
export const sidecarBatch = z.object({
  name: text('The name of the batch.'),
  shot: text('The id of the line.'),
  line: z.optional(lineNumber()),
  fields: said(z.record(z.string(), z.string()), 'Marks of the request’s fields.'),
  marks: z.optional(said(z.number(), 'The version of these marks; absent for the first.')),
  parents: z.optional(
    list('What it takes from other lines.', {
      shot: text('The id of the line, or of a job.'),
      job: text('Its job.'),
      sha256: textOrNull('Of what is taken, where that was a file of this machine; 64 hex digits.'),
    }),
  ),
  files: orNull(z.number(), 'How many outputs the job has.'),
});

/** A line of `--report`. */
export const reportLine = z.object({
  line: lineNumber(),
  id: id(),
  job: job(),
  status: text('Of its job; without one unsent, held, uncertain or the like.'),
  attempt: wholeOrNull('Of --attempts, counted from 1.'),
  cost_usd: dollarsOrNull('What the job was charged.'),
  prompt: textOrNull('What the line asks for; of a final, its draft’s.'),
  seed: orNull(z.number(), 'The same of the seed; null where none was given.'),
  draft_of: textOrNull('Of a final: its draft.'),
  parents: texts('The lines, or jobs, that it takes something from.'),
  files: rows({
    path: text('Absolute.'),
    bytes: whole('Its length.'),
    sha256: text('SHA-256, 64 hex digits.'),
  }),
  error: maybe('Why there is no success; null with it.', {
    code: text('Why, as a word.'),
    message: text('The same in words.'),
  }),
});
