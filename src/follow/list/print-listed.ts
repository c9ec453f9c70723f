import type { JobsBesides } from '../../ledger/job-document.ts';
import type { JobRecord } from '../../ledger/record.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import type { JobColumnName } from '../words/job-column-names.ts';
import { openAnswer } from '../words/print-jobs.ts';
import { createMissingNote } from './missing-note.ts';

/** How many jobs are in memory at a time, where each is printed by itself. */
const pieceLength = 100;

/** How jobs are listed. */
interface Listing {
  /** The jobs that the service was just asked about. */
  current: readonly JobRecord[];
  /** The chosen columns; the usual ones where none were chosen. */
  columns: readonly JobColumnName[] | undefined;
  /** True if no line below speaks of links that end soon, or of a batch: the jobs that are listed are those to be fetched. */
  isOfSync?: boolean;
  /** Fields of a document beside the jobs, once all are read. */
  besides?: (() => Promise<JobsBesides>) | undefined;
}

/**
 * Prints jobs as they are read, a piece at a time and no faster than their reader takes them, and returns their number. Only a
 * table on a terminal needs all of them at once, for its columns. A person is told more on stderr.
 */
export async function printListed(
  context: OutputMeans,
  records: AsyncIterable<JobRecord> | Iterable<JobRecord>,
  { current, columns, isOfSync = false, besides }: Listing,
): Promise<number> {
  const { clock, globals, terminal } = context;
  const isRead = !globals.json && !globals.quiet;
  const isPrintedWhole = isRead && terminal.out.isTerminal;
  const answer = openAnswer(context, { columns });
  const seen = new Set(current.map(({ id }) => id));
  const notes = isRead ? (await import('./list-notes.ts')).listNotes(clock.nowMs(), seen, isOfSync) : [];
  const missing = createMissingNote();
  let count = 0;
  for await (const piece of piecesOf(records, isPrintedWhole ? Number.POSITIVE_INFINITY : pieceLength)) {
    count += piece.length;
    for (const record of piece) for (const note of [...notes, missing]) note.add(record);
    await answer.tell(piece);
    await terminal.out.drain();
    if (terminal.out.isClosed()) return count;
  }
  const warning = missing.words();
  if (warning !== undefined && context.keepWarning(warning))
    context.listen({ kind: 'warning', message: warning });
  answer.end({ ...(await besides?.()), ...warningsOf(context) });
  for (const note of notes) {
    const line = await note.line(context);
    if (line !== undefined) terminal.err.lines([line]);
  }
  return count;
}

/** The warnings of this run, for a document; nothing if there are none. */
export function warningsOf({ warnings }: Pick<OutputMeans, 'warnings'>): Pick<JobsBesides, 'warnings'> {
  const told = warnings();
  return told.length === 0 ? {} : { warnings: told };
}

/** Gives what is read in pieces of some length, so that any number of it fits into memory; the last piece may be shorter. */
export async function* piecesOf<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  length: number,
): AsyncGenerator<Item[]> {
  let piece: Item[] = [];
  for await (const item of items) {
    piece.push(item);
    if (piece.length < length) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}
