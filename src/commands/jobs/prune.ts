import { namedByFlags } from '../../account/account.ts';
import { homePlaces } from '../../account/home.ts';
import { sweepHome } from '../../account/home-health.ts';
import { fittingFlag, switchFlag } from '../../cli/flag.ts';
import { type CommandContext, defineCommand } from '../../command/define-command.ts';
import { UsageError } from '../../errors/endings.ts';
import { genctl } from '../../errors/hint.ts';
import {
  awaitedLines,
  dayOf,
  isAwaited,
  type Prunable,
  type PrunableJob,
  prunableJob,
  prunableWords,
} from '../../follow/words/prunable-jobs.ts';
import type { JobFacts } from '../../ledger/facts/job-facts.ts';
import { openKeptAnswers } from '../../ledger/intents/kept-answers.ts';
import { documentJson } from '../../ledger/job-document.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { jobDocuments } from '../../ledger/record-document.ts';
import { isOver } from '../../service/lifecycle.ts';
import { createPrompts } from '../../terminal/prompts.ts';
import { parseDurationMs } from '../../text/duration.ts';
import { isoTime } from '../../text/iso-time.ts';
import { formatBytes } from '../../text/size.ts';
import { likelyDuration } from '../../text/typed-value.ts';

interface PruneInput {
  /** Unit: ms. */
  olderThanMs: number;
  dryRun: boolean;
}

const usualAge = '90d';
const example = `genctl jobs prune --older-than ${usualAge}`;

export const command = defineCommand({
  describe:
    'Remove the records of old finished jobs, and with them their charges in genctl costs. genctl keeps unfinished jobs, jobs with a file whose link may still come, submits without an answer, downloaded files and the names of --once. It also removes unreadable answers and half-written files of killed processes. --profile and --sandbox prune one account. Asks first, unless --yes.',
  flags: {
    olderThan: fittingFlag(
      '--older-than <age>',
      'remove records older than 90d, 12w, 36h, …; 0 for all',
      parseDurationMs,
      {
        why: 'It takes an age with its unit, such as 90d, 12w or 36h.',
        meant: (text) => likelyDuration(text, 'd'),
      },
    ),
    dryRun: switchFlag('--dry-run', 'list the records, and remove nothing'),
  },
  examples: [`${example} --dry-run`, `${example} --yes`],
  parse({ flags: { olderThan, dryRun } }): PruneInput {
    if (olderThan !== undefined) return { olderThanMs: olderThan, dryRun };
    throw new UsageError({
      code: 'missing_flag',
      message: '--older-than is missing',
      why: 'It says which records to remove.',
      hint: genctl`jobs prune --older-than ${usualAge} --dry-run`,
    });
  },
  async run(context, { olderThanMs, dryRun }) {
    const { clock, globals, terminal } = context;
    const beforeMs = clock.nowMs() - olderThanMs;
    const profile = namedByFlags(globals);
    const ofProfile = (own: string) => profile === undefined || own === profile;
    const ledger = await context.ledger();
    const found: PrunableJob[] = [];
    const isTable = dryRun && !globals.json && !globals.quiet;
    const over = { beforeMs, where: (job: JobFacts) => job.isOver && ofProfile(job.profile) };
    let awaited = 0;
    for await (const record of ledger.records(over)) {
      if (isAwaited(record, clock.nowMs())) {
        awaited += 1;
        continue;
      }
      const [row] = isTable ? await jobDocuments(context, [record]) : [];
      found.push(prunableJob(record, row));
    }
    const answers = openKeptAnswers(homePlaces(await context.home()).ledger);
    // An answer does not say whose account it is from, so answers stay where one account is pruned.
    const stale = profile === undefined ? answers.olderThan(beforeMs, await openKeys(ledger)) : [];
    const prunable = { beforeMs, awaited, records: found, answers: stale.length };
    if (dryRun) return print(context, prunable, undefined);
    if (found.length + stale.length > 0 && !globals.yes) {
      const message = `Remove the records of ${prunableWords(prunable, true)}, older than ${dayOf(beforeMs)}?`;
      if (!(await createPrompts(terminal).confirm({ message, instead: '--yes', preset: false }))) return;
    }
    const matches = (record: JobRecord) =>
      isOver(record.job) && ofProfile(record.profile) && !isAwaited(record, clock.nowMs());
    const { ids, bytes } = await ledger.prune({ beforeMs, matches });
    sweepHome(await context.home(), clock.nowMs());
    const removed = stale.filter(({ path }) => answers.remove(path));
    const pruned = new Set(ids);
    await print(
      context,
      {
        beforeMs,
        awaited,
        records: found.filter(({ item }) => pruned.has(item.id)),
        answers: removed.length,
      },
      removed.reduce((sum, answer) => sum + answer.bytes, bytes),
    );
  },
});

async function openKeys(ledger: Ledger): Promise<string[]> {
  const unreadable = await ledger.unreadable();
  return [
    ...(await ledger.unsettled()).map(({ idempotency_key }) => idempotency_key),
    ...unreadable.map(({ intent }) => intent.key),
  ];
}

/** `bytes` is the space that was freed; undefined for a dry run. */
async function print(
  { clock, globals, terminal }: CommandContext,
  prunable: Prunable,
  bytes: number | undefined,
): Promise<void> {
  const { answers, awaited, beforeMs, records } = prunable;
  if (globals.json) {
    const items = records.map(({ item }) => item);
    const counts = { jobs: items.length, awaited, answers, bytes: bytes ?? null };
    const fields = { dry_run: bytes === undefined, before: isoTime(beforeMs), ...counts, items };
    terminal.out.write(documentJson('genctl.prune/v1', fields, terminal.out));
  } else if (globals.quiet) terminal.out.lines(records.map(({ item }) => item.id));
  else if (records.length + answers === 0)
    terminal.err.lines([`Nothing to prune: no finished job is older than ${dayOf(beforeMs)}.`]);
  else if (bytes === undefined) {
    const { renderJobTable } = await import('../../follow/words/job-table.ts');
    const rows = records.flatMap(({ row }) => row ?? []);
    terminal.out.lines(renderJobTable(rows, terminal.out, clock.nowMs()));
    terminal.err.lines([`${prunableWords(prunable, true)} would be removed.`]);
  } else terminal.err.lines([`${prunableWords(prunable, false)} removed; ${formatBytes(bytes)} freed.`]);
  if (!globals.json && !globals.quiet) terminal.err.lines(awaitedLines(awaited));
}
