import { requestsAtOnce } from '../api/transport/rate-gate.ts';
import { cancelRecord } from '../api/ways/index.ts';
import { unfinishedArgument } from '../cli/arguments.ts';
import { type CommandContext, defineCommand } from '../command/define-command.ts';
import { type JobFailure, jobsFailure } from '../errors/jobs-failure.ts';
import { failureOf } from '../errors/system-trouble.ts';
import { fewAtOnce } from '../files/task-group.ts';
import { findJobs } from '../follow/find-jobs.ts';
import { allFlag, ownerOfAll, readIdsOrAll, unfinishedJobs } from '../follow/list/unfinished-jobs.ts';
import { isKnown } from '../follow/look-at-jobs.ts';
import { loadLayouts, printJobs } from '../follow/words/print-jobs.ts';
import { keepState, withState } from '../ledger/keep-state.ts';
import type { JobRecord } from '../ledger/record.ts';
import { lookupFlags } from '../request/route-flags.ts';
import type { Job } from '../service/job.ts';
import { isOver } from '../service/lifecycle.ts';
import { createPrompts } from '../terminal/prompts.ts';
import { gaps } from '../text/gaps.ts';
import { safeLine } from '../text/safe-text.ts';
import { counted } from '../text/shown-value.ts';

export const command = defineCommand({
  describe:
    'Cancel jobs. A canceled job is not charged. A finished job stays as it is, which is no error. v1 has no cancel. --all asks first, unless --yes.',
  arguments: [{ ...unfinishedArgument, required: false }],
  flags: { all: allFlag('cancel'), ...lookupFlags },
  examples: ['genctl cancel @last', 'genctl cancel @last @2 --json', 'genctl cancel --all'],
  // Nobody named the newest job, so that is not suggested here.
  parse: (line) => ({ ids: readIdsOrAll('cancel', line, gaps.id), lookup: line.flags }),
  async run(context, { ids, lookup }) {
    const records = ids === undefined ? await allOfThem(context) : await findJobs(context, ids, lookup);
    await loadLayouts(context);
    const ends = await fewAtOnce(records, { most: requestsAtOnce, signal: undefined }, (record) =>
      cancelOne(context, record),
    );
    // JSON has the last known state of every job; a person sees only the jobs of which the service told.
    const told = ends.filter(({ isTold, record }) => isTold || (context.globals.json && isKnown(record)));
    const shown = new Map(told.map(({ record }) => [record.id, record]));
    const failures = ends.flatMap(({ failure }) => failure ?? []);
    const failure = jobsFailure(failures, { total: records.length, done: 'canceled' });
    if (shown.size > 0 || failure === undefined) await printJobs(context, [...shown.values()], 'many');
    if (failure !== undefined) throw failure;
  },
});

/** The end of a cancel: the job as it was last known, and its failure. `isTold`: the service told what it is now. */
interface CancelEnd {
  record: JobRecord;
  isTold: boolean;
  failure?: JobFailure;
}

/** Cancels a job. Rejects for a defect only: the others are canceled all the same, because each one that goes on costs money. */
async function cancelOne(context: CommandContext, record: JobRecord): Promise<CancelEnd> {
  let seen: JobRecord | undefined;
  try {
    const { unconfirmed, ...state } = await cancelRecord(await context.apiOf(record), record);
    tellEndedBefore(context, record, state.job);
    seen = withState(context, record, state);
    const kept = await keepState(context, record, state);
    const failure = unconfirmed && { id: record.id, error: unconfirmed };
    return { record: kept, isTold: true, ...(failure && { failure }) };
  } catch (error) {
    const known = failureOf(error);
    if (known === undefined) throw error;
    return { record: seen ?? record, isTold: seen !== undefined, failure: { id: record.id, error: known } };
  }
}

/** Every unfinished job, once a person or `--yes` agrees to cancel so many; none where the answer is no. Throws UsageError. */
async function allOfThem(context: CommandContext): Promise<JobRecord[]> {
  const { globals, interruption, terminal } = context;
  const records = await unfinishedJobs(context, 'cancel');
  if (records.length === 0) return [];
  const what = `${counted(records.length, 'unfinished job')} of ${ownerOfAll(context)}`;
  if (globals.yes) {
    if (!globals.json && !globals.quiet) terminal.err.lines([`Canceling ${what}.`]);
    return records;
  }
  const question = {
    message: `Cancel ${what}?`,
    instead: '--yes',
    undone: 'nothing was canceled',
    preset: false,
  };
  return (await createPrompts(terminal, interruption()).confirm(question)) ? records : [];
}

/** Says of a job that its cancel did not end it, because it was over before. */
function tellEndedBefore(
  { globals, terminal }: CommandContext,
  { id, job: before }: JobRecord,
  job: Job,
): void {
  const wasCanceled = job.status === 'canceled' && !isOver(before);
  if (globals.json || globals.quiet || !isOver(job) || wasCanceled) return;
  terminal.err.lines([`${id} was not canceled: it had already ended (${safeLine(job.status)}).`]);
}
