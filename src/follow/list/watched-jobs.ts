import type { Progress } from '../../ledger/events.ts';
import type { JobDocument } from '../../ledger/job-document.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { isOver } from '../../service/lifecycle.ts';
import type { Terminal, TerminalStream } from '../../terminal/terminal.ts';
import type { Look } from '../../text/look.ts';
import { safeLine } from '../../text/safe-text.ts';
import { textWidth } from '../../text/text-width.ts';
import type { JobColumnName } from '../words/job-column-names.ts';
import { renderJobTable } from '../words/job-table.ts';
import { createProgress, type ProgressClock } from '../words/progress.ts';
import { progressLine } from '../words/progress-line.ts';

/** A job of a watch as last known. */
export interface WatchedJob {
  record: JobRecord;
  /** For a final: the request with its draft's words. */
  rendered: unknown;
}

export type WatchedJobs = ReturnType<typeof createWatchedJobs>;

interface WatchedParts {
  /** How many jobs are kept that are over. */
  overMost: number;
  /** Tells whether a job is in a state that was asked for. A job that has ended will never be in another. */
  isInState(record: JobRecord): boolean;
}

/** The jobs of a watch. Of those that are over it keeps the newest that were asked for, so that it can run for days. */
export function createWatchedJobs({ overMost, isInState }: WatchedParts) {
  const known = new Set<string>();
  const seen = new Set<string>();
  const jobs = new Map<string, WatchedJob>();
  const list = (): WatchedJob[] => [...jobs.values()].sort(newestFirst);

  /** Drops jobs that are over: those whose state was not asked for, and all but the newest `overMost`. */
  function dropOver(): void {
    const over = list().filter(({ record }) => isOver(record.job));
    const kept = new Set(over.filter(({ record }) => isInState(record)).slice(0, overMost));
    for (const job of over) if (!kept.has(job)) jobs.delete(job.record.id);
  }
  return {
    /** Tells whether a job was ever added. */
    knows: (id: string): boolean => known.has(id),
    add(job: WatchedJob): void {
      const { id, job: state } = job.record;
      if (known.has(id)) return;
      known.add(id);
      jobs.set(id, job);
      if (isOver(state)) dropOver();
    },
    /** Takes what was just seen of a job. */
    see(record: JobRecord): void {
      const job = jobs.get(record.id);
      if (job === undefined) return;
      job.record = record;
      seen.add(record.id);
      if (isOver(record.job)) dropOver();
    },
    /** Newest first. */
    list,
    /** The jobs that the service told of since the watch began. */
    seen: (): JobRecord[] => list().flatMap(({ record }) => (seen.has(record.id) ? [record] : [])),
  };
}

/** The one that was found first comes first where two are alike. */
function newestFirst({ record: one }: WatchedJob, { record: other }: WatchedJob): number {
  return Number(one.recorded_at < other.recorded_at) - Number(one.recorded_at > other.recorded_at);
}

/** As many jobs as there is room for: those that are not over first, then the newest; and how many others are in each state. */
export function fittedJobs(
  jobs: readonly WatchedJob[],
  most: number,
): { fitted: readonly WatchedJob[]; others: ReadonlyMap<string, number> } {
  const unfinished = jobs.filter(({ record }) => !isOver(record.job)).slice(0, most);
  const chosen = new Set(unfinished);
  for (const job of jobs) if (chosen.size < most) chosen.add(job);
  const others = new Map<string, number>();
  for (const job of jobs)
    if (!chosen.has(job)) others.set(job.record.job.status, (others.get(job.record.job.status) ?? 0) + 1);
  return { fitted: jobs.filter((job) => chosen.has(job)), others };
}

/** As many jobs as a screen has room for, newest first, and how many others there are in each state. */
export interface FittedJobs {
  rows: readonly JobDocument[];
  others: ReadonlyMap<string, number>;
}

interface JobsScreenParts {
  /** The jobs as they are now; at most so many of them. */
  jobs(most: number): FittedJobs;
  /** The chosen columns; the usual ones where none were chosen. */
  columns: readonly JobColumnName[] | undefined;
}

/** The lines that are no jobs: the sum above them, the titles, the line below, and one to spare. */
const otherLines = 4;
/** The width kept beside the id of a job where everything else is dropped: a gap, and the sign of its state. Unit: columns. */
const leastBesideId = 3;
/** A terminal echoes Ctrl-C as ^C behind the last line; if that broke the line, too little would be erased. Unit: columns. */
const echoColumns = 2;
/** The table stands below the text of the line above it, which begins with a spinner. */
const margin = '  ';

/**
 * Shows jobs as a table that is drawn again in place, on stderr, below a line that sums them up. It fits the height of the
 * window. What lasts, such as a warning, goes up above it.
 */
export function createJobsScreen(terminal: Terminal, clock: ProgressClock, parts: JobsScreenParts): Progress {
  const { err } = terminal;
  return createProgress(terminal, clock, {
    below: (columns) => tableLines(err, columns, clock.nowMs(), parts).map((line) => `${margin}${line}`),
  });
}

/** The table, and the line below it; nothing in a window that has no room for a job. */
function tableLines(
  stream: TerminalStream,
  columns: number,
  nowMs: number,
  parts: JobsScreenParts,
): string[] {
  const lines = stream.height - otherLines;
  if (lines < 1) return [];
  const { others, rows } = jobsForLines(parts, lines, { ...stream, columns });
  const table = renderJobTable(rows, { ...stream, columns }, nowMs, parts.columns);
  return [...table, lastLine(others, columns - echoColumns, stream)];
}

/** The line below the table: the jobs it has no room for, and how to leave it. */
function lastLine(others: FittedJobs['others'], columns: number, stream: TerminalStream): string {
  const { colors, symbols } = stream;
  const total = [...others.values()].reduce((sum, count) => sum + count, 0);
  const states = [...others].map(([status, count]) => `${count} ${safeLine(status)}`).join(', ');
  const more = total === 0 ? [] : [`${symbols.ellipsis} ${total} more: ${states}`];
  const facts = [...more, 'Ctrl-C stops watching, and the jobs keep running'];
  return progressLine(
    facts.map((text) => ({ text, paint: colors.dim })),
    columns,
    stream,
  );
}

/** The jobs for that many lines. Where an id is longer than a line, a row takes several. */
function jobsForLines({ jobs }: JobsScreenParts, lines: number, { columns, ids }: Look): FittedJobs {
  const fitted = jobs(lines);
  const widest = Math.max(0, ...fitted.rows.map(({ id }) => textWidth(safeLine(ids.of(id))))) + leastBesideId;
  const linesEach = Math.ceil(widest / columns);
  return linesEach <= 1 ? fitted : jobs(Math.max(1, Math.floor(lines / linesEach)));
}
