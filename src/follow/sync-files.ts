import { namedByFlags } from '../account/account.ts';
import type { CliError } from '../errors/cli-error.ts';
import { genctl } from '../errors/hint.ts';
import { type JobFailure, jobsFailure } from '../errors/jobs-failure.ts';
import type { JobRecord } from '../ledger/record.ts';
import { openPlace } from '../outputs/destinations/open-place.ts';
import { mayStand, soonestFirst, type UnfetchedJob, unfetched } from '../outputs/files-here.ts';
import { type FilePlan, filePlanOf } from '../outputs/journey.ts';
import { type FileFlags, onwardTables, type StrictFlag } from '../outputs/journey-flags.ts';
import type { OutputMeans } from '../outputs/output-means.ts';
import { type BroughtHome, downloadFailure, missingOf } from './bring-home.ts';
import { downloadJobs } from './download-jobs.ts';
import { jobsOfAccountInUse } from './list/account-in-use.ts';
import type { JobFilters } from './list/job-filters.ts';
import { printOthers } from './list/other-accounts.ts';
import { piecesOf, printListed, warningsOf } from './list/print-listed.ts';
import { type JobSelection, noneLikeThat, selectJobs } from './list/select-jobs.ts';
import { lookAtJobs } from './look-at-jobs.ts';
import { openAnswer, tellerFor } from './words/print-jobs.ts';

interface SyncInput extends Omit<JobFilters, 'status'>, Omit<FileFlags, 'overwrite'>, StrictFlag {
  /** The largest number of jobs whose files are fetched. */
  limit: number | undefined;
  dryRun: boolean;
}

/** How many jobs are looked at, or fetched, before the next ones are read. */
const pieceLength = 64;

/** Fetches the files that are not here, or with `--dry-run` lists their jobs. Throws the first failure, once all were tried. */
export async function syncFiles(context: OutputMeans, flags: SyncInput): Promise<void> {
  await context.watch();
  context.onward.typed({ ...flags, download: true }, onwardTables);
  const selection = await selectJobs(context, { ...flags, status: undefined });
  const failure = await lookAtUnfinished(context, selection);
  const otherProfiles = new Map<string, string>();
  const ofAccount = await jobsOfAccountInUse(context);
  const noteOther = (record: JobRecord): void => {
    if (ofAccount?.isOwnRecord(record) === false) otherProfiles.set(record.id, record.profile);
  };
  const wanted = (await unfetchedJobs(selection, context.clock.nowMs(), noteOther)).slice(0, flags.limit);
  if (!context.globals.json && !context.globals.quiet && ofAccount?.isNamed === false)
    printOthers(
      context,
      wanted.flatMap(({ id }) => otherProfiles.get(id) ?? []),
      wanted.length,
    );
  const plan = filePlanOf({ ...flags, overwrite: false }, await context.defaults());
  if (flags.dryRun) {
    if (wanted.length > 0)
      (await openPlace(context, plan)).assertNames(plan.template, 'nothing would be fetched');
    const records = recordsOf(context, wanted);
    await printListed(context, records, { current: [], columns: undefined, isOfSync: true });
  } else await fetchAll(context, wanted, plan);
  if (failure !== undefined) throw failure;
  const { globals, terminal } = context;
  if (wanted.length === 0 && !globals.json && !globals.quiet)
    terminal.err.lines(await nothingLines(context, flags, selection));
}

/** Says that nothing is to come: a filter that no job is like, such as a mistyped model, must not pass for all being here. */
async function nothingLines(
  context: OutputMeans,
  flags: SyncInput,
  selection: JobSelection,
): Promise<string[]> {
  if (!isNarrowed(flags) && namedByFlags(context.globals) === undefined)
    return ['Every finished file is here: there is nothing to fetch.'];
  for await (const _ of selection.jobs({ states: 'any', limit: 1 }))
    return ['Every finished file of these jobs is here: there is nothing to fetch.'];
  return noneLikeThat(context, flags);
}

/** Tells whether filters leave jobs out; `--limit` leaves none out for good. */
function isNarrowed({ batch, draft, grep, model, once, since, tag, until }: SyncInput): boolean {
  return draft || tag.length > 0 || [batch, grep, model, once, since, until].some((one) => one !== undefined);
}

/** Looks at the jobs that were not over, a piece at a time. Resolves with the error for those that could not be. */
async function lookAtUnfinished(
  context: OutputMeans,
  selection: JobSelection,
): Promise<CliError | undefined> {
  const failures: JobFailure[] = [];
  let total = 0;
  for await (const piece of piecesOf(selection.jobs({ states: 'unfinished' }), pieceLength)) {
    if (context.interruption().aborted) break;
    total += piece.length;
    failures.push(...(await lookAtJobs(context, piece, genctl`sync`)).failures);
  }
  return jobsFailure(failures, { total, done: 'looked at', isChosen: true });
}

/** The jobs whose files are to come, in the order of their turn; `note` is called with each. Of each only its id is held. */
async function unfetchedJobs(
  selection: JobSelection,
  nowMs: number,
  note: (record: JobRecord) => void,
): Promise<UnfetchedJob[]> {
  const found: UnfetchedJob[] = [];
  for await (const record of selection.jobs({ states: 'any' })) {
    const job = unfetched(record, mayStand);
    if (job === undefined) continue;
    found.push(job);
    note(record);
  }
  return soonestFirst(found, nowMs);
}

async function* recordsOf(context: OutputMeans, jobs: readonly UnfetchedJob[]): AsyncGenerator<JobRecord> {
  const ledger = await context.ledger();
  for (const { id } of jobs) {
    const record = await ledger.find(id);
    // Another process may have removed it meanwhile.
    if (record !== undefined) yield record;
  }
}

/** Fetches the files of jobs, and prints where they are as they come. Throws the first failure, once all were tried. */
async function fetchAll(
  context: OutputMeans,
  wanted: readonly UnfetchedJob[],
  plan: FilePlan,
): Promise<void> {
  const teller = await tellerFor(context, { jobs: wanted.length, journey: { ...plan, download: true } });
  const answer = openAnswer(context, { downloaded: plan, teller });
  if (wanted.length > 0)
    await (await openPlace(context, plan)).assertReady(plan.template, 'nothing was fetched');
  const brought: BroughtHome[] = [];
  for await (const piece of piecesOf(recordsOf(context, wanted), pieceLength)) {
    if (context.interruption().aborted) break;
    const ends = await downloadJobs(context, piece, { ...plan, skipsLost: true });
    await answer.tell(ends.map(({ record }) => record));
    brought.push(...ends.filter(({ isMissing }) => isMissing));
  }
  context.quieten();
  answer.end(warningsOf(context));
  context.throwIfInterrupted([], { missing: missingOf(brought) });
  const failure = downloadFailure(brought, context.onward, { total: wanted.length, isChosen: true });
  if (failure !== undefined) throw failure;
}
