import type { JobFacts } from '../../ledger/facts/job-facts.ts';
import { beginJobsDocument, type JobsBesides, type JobsDocument } from '../../ledger/job-document.ts';
import type { LedgerMeans } from '../../ledger/ledger-means.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { jobDocuments } from '../../ledger/record-document.ts';
import { endsSoon, mayStand, unfetched } from '../../outputs/files-here.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { isOver } from '../../service/lifecycle.ts';
import { formatAge, formatDuration } from '../../text/duration.ts';
import { safeLine } from '../../text/safe-text.ts';
import { counted } from '../../text/shown-value.ts';
import type { JobColumnName } from '../words/job-column-names.ts';
import { printJobTable } from '../words/print-jobs.ts';

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
  const document = globals.json ? beginJobsDocument(terminal.out) : undefined;
  const isRead = document === undefined && !globals.quiet;
  const isPrintedWhole = isRead && terminal.out.isTerminal;
  const seen = new Set(current.map(({ id }) => id));
  const nowMs = clock.nowMs();
  const notes = [createAges(nowMs, seen), ...(isOfSync ? [] : [createNewestBatch(), createEnding(nowMs)])];
  let count = 0;
  for await (const piece of piecesOf(records, isPrintedWhole ? Number.POSITIVE_INFINITY : pieceLength)) {
    count += piece.length;
    if (isRead) for (const record of piece) for (const note of notes) note.add(record);
    await printPiece(context, piece, { columns, document });
    await terminal.out.drain();
    if (terminal.out.isClosed()) return count;
  }
  if (document !== undefined) terminal.out.write(document.end(await besides?.()));
  for (const note of notes) {
    const line = await note.line(context);
    if (line !== undefined) terminal.err.lines([line]);
  }
  return count;
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

/** Sums up something of the jobs of a list. */
interface Note {
  add(record: JobRecord): void;
  /** The line about it below the list; undefined where there is nothing to say. */
  line(context: Pick<LedgerMeans, 'ledger'>): Promise<string | undefined> | string | undefined;
}

/** How old the shown states are, because an unfinished job may have changed since. `seen`: the ids of those that were just asked about. */
function createAges(nowMs: number, seen: ReadonlySet<string>): Note {
  let count = 0;
  let firstMs = Number.POSITIVE_INFINITY;
  return {
    add({ id, job, seen_at }) {
      if (seen.has(id) || isOver(job)) return;
      count += 1;
      firstMs = Math.min(firstMs, Date.parse(seen_at));
    },
    line() {
      if (count === 0) return undefined;
      const age = formatAge(nowMs - firstMs);
      const said =
        count === 1
          ? `1 unfinished job: state checked ${age}`
          : `${count} unfinished jobs: states checked ${age === 'just now' ? age : `${age} or later`}`;
      return `${said}. To look again: genctl jobs --refresh`;
    },
  };
}

/** The newest batch that has an unfinished job in the list, and how far it is. No record is read for it, only the index. */
export function createNewestBatch(): Note {
  let newest: JobRecord | undefined;
  return {
    add(record) {
      if (record.intent?.batch === undefined || isOver(record.job)) return;
      if (newest === undefined || newest.recorded_at < record.recorded_at) newest = record;
    },
    async line({ ledger }) {
      const { account, batch } = newest?.intent ?? {};
      if (batch === undefined) return undefined;
      const tally = new Map<string, number>();
      await (await ledger()).survey({}, (facts) => {
        if (facts.batch !== batch.name || facts.account !== (account ?? null)) return;
        const state = stateOf(facts);
        tally.set(state, (tally.get(state) ?? 0) + 1);
      });
      return progressWords(batch.name, tally);
    },
  };
}

function stateOf({ isOver: hasEnded, status }: JobFacts): string {
  if (!hasEnded) return 'running';
  return status === 'succeeded' ? 'done' : status;
}

/** `batch shots: 212 of 223 jobs done, 8 running, 3 failed`. The lines that were not sent yet are in no ledger. */
export function progressWords(name: string, tally: ReadonlyMap<string, number>): string {
  const jobs = [...tally.values()].reduce((sum, count) => sum + count, 0);
  const others = [...tally].filter(([state]) => state !== 'done');
  others.sort(([one], [other]) => Number(other === 'running') - Number(one === 'running'));
  const words = others.map(([state, count]) => `, ${count} ${safeLine(state)}`);
  return `batch ${safeLine(name)}: ${tally.get('done') ?? 0} of ${counted(jobs, 'job')} done${words.join('')}`;
}

/** The jobs whose files are not here, and whose links end soon. `words` has no line to type. */
export function createEnding(nowMs: number): Note & { words(): string | undefined } {
  let count = 0;
  let firstMs = Number.POSITIVE_INFINITY;
  function words(): string | undefined {
    if (count === 0) return undefined;
    const left = formatDuration(firstMs - nowMs);
    return count === 1
      ? `1 finished job has undownloaded files, and its links end in ${left}`
      : `${count} finished jobs have undownloaded files, and the first links end in ${left}`;
  }
  return {
    add(record) {
      const job = unfetched(record, mayStand);
      if (job === undefined || !endsSoon(job, nowMs)) return;
      count += 1;
      firstMs = Math.min(firstMs, job.endsMs);
    },
    words,
    line: () => (count === 0 ? undefined : `${words()}. To fetch them: genctl sync -D out`),
  };
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
