import { dirname } from 'node:path';
import type { DocumentFields } from '../../cli/documents/index.ts';
import { MachineError, UsageError } from '../../errors/endings.ts';
import { systemFailure } from '../../errors/system-trouble.ts';
import { beginDraftFile, type DraftFile } from '../../files/draft-file.ts';
import { isNameOfFile } from '../../files/same-file.ts';
import { overBudgetCode } from '../../money/words/budget-errors.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { type BatchInput, writtenPaths } from '../batch-input.ts';
import { type RowFormat, rowFormatOfName } from '../manifest/manifest-format.ts';
import type { OpenBatch } from '../open-batch.ts';
import type { LineBook } from '../rules/line-book.ts';
import type { HeldReason } from '../rules/parents.ts';
import { type LineEnd, type LineTrouble, lineEnds } from './line-ends.ts';
import { listCell, movedColumns, type NamedValues, retold, rowTexts } from './row-files.ts';

/** The free column in which a manifest of failed lines has the reason. */
const reasonColumn = 'failed_because';

/** The file may be shared with whoever reads the manifest. */
const fileMode = 0o644;

/**
 * Writes what `--report` and `--failed` ask for, each whole or not at all. Throws MachineError where a file can't be written.
 *
 * @param troubles of this run, by the number of the line.
 */
export async function writeReports(
  batch: OpenBatch,
  book: LineBook,
  troubles: ReadonlyMap<number, LineTrouble>,
): Promise<void> {
  const { failed, report } = batch.input;
  if (failed === undefined && report === undefined) return;
  const paths = writtenPaths(batch.context.around.workingFolder, batch.input);
  const names = formatOf(paths.failed) === 'jsonl' ? [] : await columnNames(batch);
  const reportFile = paths.report === undefined ? undefined : begin(paths.report);
  const failedFile = paths.failed === undefined ? undefined : begin(paths.failed);
  const reportFormat = formatOf(paths.report);
  const reportTexts = rowTexts(reportFormat, reportColumns);
  const valuesOf = reportFormat === 'jsonl' ? namedOf : cellsOf;
  try {
    const writeFailed = failedLines(batch, failedFile, names, paths.failed);
    reportFile?.write(reportTexts.head);
    for await (const end of lineEnds(batch, book, troubles)) {
      reportFile?.write(reportTexts.row(valuesOf(reportLine(end))));
      if (hasFailed(end)) writeFailed(end);
    }
    reportFile?.finish();
    failedFile?.finish();
  } catch (error) {
    throw systemFailure(error) ?? error;
  } finally {
    reportFile?.leave();
    failedFile?.leave();
  }
}

/**
 * Tries whether the files of `--report`, `--failed` and `--film` can be written. Throws MachineError, and UsageError for a name that is no
 * file's.
 */
export function tryReports({ around }: OutputMeans, input: BatchInput): void {
  for (const path of Object.values(writtenPaths(around.workingFolder, input)))
    if (path !== undefined) begin(path, 'nothing was sent; ').leave();
}

/** States of lines whose job goes on, succeeded, or may exist: sent again under another name they would be paid for twice. */
const notFailed: ReadonlySet<string> = new Set(['uncertain', 'succeeded', 'queued', 'running']);

/** Codes of lines with which nothing is wrong themselves, nor with what they wait for as far as is known. */
const notToMend: ReadonlySet<string> = new Set([
  ...(['parent_uncertain', 'not_picked', 'parent_not_picked'] satisfies HeldReason['code'][]),
  overBudgetCode,
]);

/** A line that a person mends, and sends again, or that waits for one. */
function hasFailed({ isChosen, status, trouble }: LineEnd): boolean {
  return isChosen && trouble !== undefined && !notFailed.has(status) && !notToMend.has(trouble.code);
}

function reportLine(end: LineEnd): DocumentFields<'genctl.report/v1'> {
  const { trouble, words } = end;
  return {
    line: end.line,
    id: end.shot ?? null,
    job: end.jobId ?? null,
    status: end.status,
    attempt: end.attempt ?? null,
    cost_usd: end.costUsd ?? null,
    prompt: words.prompt ?? null,
    seed: words.seed ?? null,
    draft_of: words.draftId ?? null,
    parents: [...end.parents],
    files: end.files.map(({ bytes, path, sha256 }) => ({ path, bytes, sha256 })),
    error: trouble === undefined ? null : { code: trouble.code, message: trouble.message },
  };
}

function namedOf(report: DocumentFields<'genctl.report/v1'>): NamedValues {
  return new Map(Object.entries(report));
}

/** The columns of a report as a table. */
const reportColumns = [
  ...['line', 'id', 'job', 'status', 'attempt', 'cost_usd', 'prompt', 'seed', 'draft_of', 'parents'],
  ...['files', 'sha256', 'error_code', 'error'],
];

function cellsOf({ error, files, parents, ...report }: DocumentFields<'genctl.report/v1'>): NamedValues {
  return new Map<string, unknown>([
    ...Object.entries(report),
    ['parents', listCell(parents)],
    ['files', listCell(files.map(({ path }) => path))],
    ['sha256', listCell(files.map(({ sha256 }) => sha256))],
    ['error_code', error?.code],
    ['error', error?.message],
  ]);
}

/** The format of a file that is written, by its name. */
function formatOf(path: string | undefined): RowFormat {
  return rowFormatOfName(path ?? '') ?? 'jsonl';
}

/** The names of a table's columns, in the order in which they appear. */
async function columnNames({ manifest }: OpenBatch): Promise<string[]> {
  const names = new Set<string>();
  for await (const row of manifest.rows())
    for (const name of row.columns?.keys() ?? []) names.add(name.trim());
  names.delete(reasonColumn);
  return [...names, reasonColumn];
}

/** Returns a function that writes a line as the name of the file tells, with the reason why it failed. */
function failedLines(
  { chains, input, manifest }: OpenBatch,
  file: DraftFile | undefined,
  names: readonly string[],
  path: string | undefined,
): (end: LineEnd) => void {
  if (file === undefined || path === undefined) return () => {};
  const { idColumn } = input;
  const moved = movedColumns({
    from: manifest.folder,
    to: dirname(path),
    idColumn,
    stateOf: chains.book.stateOf,
  });
  const format = formatOf(path);
  const texts = rowTexts(format, names);
  const told = retold(idColumn, { from: manifest.format, to: format });
  file.write(texts.head);
  return ({ columns, trouble }) => {
    if (columns === undefined) return;
    const reason = trouble === undefined ? '' : `${trouble.code}: ${trouble.message}`;
    const values = [...moved(columns)].map(([name, value]) => [name.trim(), told(name, value)] as const);
    file.write(texts.row(new Map<string, unknown>([...values, [reasonColumn, reason]])));
  };
}

function begin(path: string, sofar = ''): DraftFile {
  if (!isNameOfFile(path))
    throw new UsageError({
      code: 'report_failed',
      message: `${path} can't be written`,
      why: `${sofar}it is a pipe, a device or a folder, not a file`,
      hint: 'give the name of a file',
    });
  try {
    return beginDraftFile(path, fileMode);
  } catch (cause) {
    throw new MachineError({
      code: 'report_failed',
      message: `${path} can't be written`,
      why: `${sofar}${cause instanceof Error ? cause.message : String(cause)}`,
      hint: 'use a path in a folder that you can write to; run again, and nothing is sent twice',
      cause,
    });
  }
}
