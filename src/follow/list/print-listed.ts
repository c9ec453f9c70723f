import { beginJobsDocument, type JobsBesides, type JobsDocument } from '../../ledger/job-document.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { jobDocuments } from '../../ledger/record-document.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { isOver } from '../../service/lifecycle.ts';
import { formatAge } from '../../text/duration.ts';
import type { JobColumnName } from '../words/job-column-names.ts';
import { printJobTable } from '../words/print-jobs.ts';
import { createNewestBatch } from './batch-progress.ts';
import type { Ending } from './ending-files.ts';
import { piecesOf } from './pieces.ts';

/** How many jobs are in memory at a time, where each is printed by itself. */
const pieceLength = 100;

/** How jobs are listed. */
interface Listing {
  /** The jobs that the service was just asked about. */
  current: readonly JobRecord[];
  /** The chosen columns; the usual ones where none were chosen. */
  columns: readonly JobColumnName[] | undefined;
  /** True if the lines below say nothing of links that end soon: the jobs that are listed are those to be fetched. */
  isOfSync?: boolean;
  /** Fields of a document beside the jobs, once all are read. */
  besides?: (() => Promise<JobsBesides>) | undefined;
}

/** The unfinished jobs that are shown as they were seen before. */
interface Unseen {
  count: number;
  /** When the first of them was seen. Unit: ms since 1970. */
  seenMs: number;
}

/**
 * Prints jobs as they are read, a piece at a time and no faster than their reader takes them, and returns their number. Only a
 * table on a terminal needs all of them at once, for its columns.
 */
export async function printListed(
  context: OutputMeans,
  records: AsyncIterable<JobRecord> | Iterable<JobRecord>,
  { current, columns, isOfSync = false, besides }: Listing,
): Promise<number> {
  const { globals, terminal } = context;
  const document = globals.json ? beginJobsDocument(terminal.out) : undefined;
  const isPrintedWhole = document === undefined && !globals.quiet && terminal.out.isTerminal;
  const seen = new Set(current.map(({ id }) => id));
  const unseen: Unseen = { count: 0, seenMs: Number.POSITIVE_INFINITY };
  const isRead = document === undefined && !globals.quiet;
  const ending = isRead && !isOfSync ? await endingFiles(context) : undefined;
  const batch = isRead && !isOfSync ? createNewestBatch() : undefined;
  let count = 0;
  for await (const piece of piecesOf(records, isPrintedWhole ? Number.POSITIVE_INFINITY : pieceLength)) {
    count += piece.length;
    for (const record of piece) {
      ending?.add(record);
      batch?.add(record);
      if (!seen.has(record.id)) tally(unseen, record);
    }
    await printPiece(context, piece, { columns, document });
    await terminal.out.drain();
    if (terminal.out.isClosed()) return count;
  }
  if (document !== undefined) terminal.out.write(document.end(await besides?.()));
  if (isRead) tellAge(context, unseen);
  const progress = await batch?.line(context);
  if (progress !== undefined) terminal.err.lines([progress]);
  const words = ending?.words();
  if (words !== undefined) terminal.err.lines([`${words}. To fetch them: genctl sync -D out`]);
  return count;
}

/** Only a person is told of links that end. */
async function endingFiles({ clock }: OutputMeans): Promise<Ending> {
  const { createEnding } = await import('./ending-files.ts');
  return createEnding(clock.nowMs());
}

async function printPiece(
  context: OutputMeans,
  piece: readonly JobRecord[],
  { columns, document }: Pick<Listing, 'columns'> & { document: JobsDocument | undefined },
): Promise<void> {
  const { globals, terminal } = context;
  if (document !== undefined) terminal.out.write(document.items(await jobDocuments(context, piece)));
  else if (globals.quiet) terminal.out.lines(piece.map(({ id }) => id));
  else await printJobTable(context, piece, columns);
}

function tally(unseen: Unseen, { job, seen_at }: JobRecord): void {
  if (isOver(job)) return;
  unseen.count += 1;
  unseen.seenMs = Math.min(unseen.seenMs, Date.parse(seen_at));
}

/** Says how old the shown states are, because an unfinished job may have changed since. */
function tellAge({ clock, terminal }: OutputMeans, { count, seenMs }: Unseen): void {
  if (count === 0) return;
  const age = formatAge(clock.nowMs() - seenMs);
  const said =
    count === 1
      ? `1 unfinished job: state checked ${age}`
      : `${count} unfinished jobs: states checked ${age === 'just now' ? age : `${age} or later`}`;
  terminal.err.lines([`${said}. To look again: genctl jobs --refresh`]);
}
