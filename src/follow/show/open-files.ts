import type { CliError } from '../../errors/cli-error.ts';
import { MachineError, type NotFoundError, UsageError } from '../../errors/endings.ts';
import { genctl } from '../../errors/hint.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { filesHere, objectsOf } from '../../outputs/files-here.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { noFiles, openFiles, showFiles, unopenedWords } from '../../outputs/show-files.ts';
import { jobIdPrefix } from '../../service/wire-values.ts';
import { counted } from '../../text/shown-value.ts';
import { findKnownJobs, noSuchJob } from '../find-jobs.ts';
import { printedPath, printJobs } from '../words/print-jobs.ts';

/** A job of the ledger, and the paths of its files that are here. */
interface JobFiles {
  record: JobRecord;
  paths: readonly string[];
}

/**
 * Prints the paths of the files of jobs that are here. Unless a program reads the paths, the desktop opens the files. Throws CliError for
 * jobs of which a file is not here.
 */
export async function openFilesOf(
  context: OutputMeans,
  { ids, preview }: { ids: readonly string[]; preview: boolean },
): Promise<void> {
  const { globals, terminal } = context;
  const records = await findKnownJobs(context, ids, notOfHere);
  const jobs = records.map((record) => ({ record, paths: filesHere(record) }));
  const paths = jobs.flatMap(({ paths }) => paths);
  if (globals.json) await printJobs(context, records, 'many');
  else terminal.out.values(paths.map((path) => printedPath(context, path, { dir: '.' })));
  if (preview) await showFiles(context, records, { preview, open: false });
  if (!globals.json && !globals.quiet) await openAll(context, jobs, paths);
  const lacking = jobs.filter(isLacking);
  if (lacking.length > 0) throw notHere(context, lacking, { opens: true });
}

/** Tells whether a file of a job is not here. A job that did not succeed has no files, which is told as well. */
export function isLacking({ paths, record }: JobFiles): boolean {
  return paths.length < outputsOf(record);
}

/** How many files a job should have: a job of which none is told has one at the least. */
function outputsOf({ job }: JobFiles['record']): number {
  return Math.max(1, job.outputs?.length ?? 1);
}

async function openAll(
  { around, clock, listen }: OutputMeans,
  jobs: readonly JobFiles[],
  paths: readonly string[],
): Promise<void> {
  if (paths.length === 0) return;
  const unopened = await openFiles({ around, clock }, paths);
  const [first] = unopened;
  const job = jobs.find((one) => first !== undefined && one.paths.includes(first.path));
  if (first !== undefined && job !== undefined && unopened.length === paths.length)
    throw unopenable(unopened.length, first, job.record);
  for (const one of unopened) listen({ kind: 'warning', message: unopenedWords(one) });
}

/** The error where nothing could be opened: there may be no desktop. */
function unopenable(
  count: number,
  { path, why }: { path: string; why: string },
  { id }: JobRecord,
): MachineError {
  return new MachineError({
    code: 'not_opened',
    message: count === 1 ? `${path} can't be opened` : `None of ${counted(count, 'file')} can be opened`,
    why: `It was tried with ${why}.`,
    hint: genctl`show ${id} --preview`,
    retryable: false,
    jobId: id,
  });
}

/**
 * The error for jobs of which a file is not here. Those that succeeded come first: their files can be fetched. With
 * `opens` that line opens them as well.
 */
export function notHere(
  { onward }: OutputMeans,
  lacking: readonly JobFiles[],
  { opens }: { opens: boolean },
): CliError {
  const succeeded = lacking.filter(({ record }) => record.job.status === 'succeeded');
  const [first] = succeeded;
  const [other] = lacking;
  if (first === undefined && other !== undefined) return noFiles(onward, other.record, ['--download']);
  const ids = succeeded.map(({ record }) => record.id);
  const missing = succeeded.reduce((sum, { paths, record }) => sum + outputsOf(record) - paths.length, 0);
  const isOne = missing === 1;
  const [object] = succeeded.flatMap(({ record }) => objectsOf(record));
  return new UsageError({
    code: 'files_not_here',
    message: `${counted(missing, 'file')} of ${ids.length === 1 ? ids[0] : counted(ids.length, 'job')} ${isOne ? 'is' : 'are'} not here`,
    why:
      object === undefined
        ? `You never downloaded ${isOne ? 'it' : 'them'}, or someone moved ${isOne ? 'it' : 'them'}.`
        : `${object} is in a bucket, and not on this machine.`,
    hint: onward.step(ids, 'download', {
      more: [...(object === undefined ? [] : ['-D', '.']), ...(opens ? ['--open'] : [])],
    }),
    jobId: ids.length === 1 ? ids[0] : undefined,
  });
}

/** The error for a job that the ledger does not have. */
export function notOfHere(word: string): NotFoundError {
  const hint = word.startsWith(jobIdPrefix) ? genctl`download ${word} --open` : genctl`jobs`;
  return noSuchJob(word, "genctl knows the files of this machine's jobs only.", hint);
}
