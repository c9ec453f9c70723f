import type { Progress } from '../../ledger/events.ts';
import type { JobDocument } from '../../ledger/job-document.ts';
import type { Terminal, TerminalStream } from '../../terminal/terminal.ts';
import type { Look } from '../../text/look.ts';
import { safeLine } from '../../text/safe-text.ts';
import { textWidth } from '../../text/text-width.ts';
import type { JobColumnName } from './job-column-names.ts';
import { renderJobTable } from './job-table.ts';
import { createProgress, type ProgressClock } from './progress.ts';
import { progressLine } from './progress-line.ts';

/** As many jobs as a screen has room for, newest first, and how many others there are in each state. */
export interface FittedJobs {
  rows: readonly JobDocument[];
  others: ReadonlyMap<string, number>;
}

export interface JobsScreenParts {
  /** The jobs as they are now; at most so many of them. */
  jobs(most: number): FittedJobs;
  /** The chosen columns; the usual ones where none were chosen. */
  columns: readonly JobColumnName[] | undefined;
}

/** The height of a window that tells none. Unit: lines. */
const usualRows = 24;
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
  const lines = (stream.raw().rows ?? usualRows) - otherLines;
  if (lines < 1) return [];
  const { others, rows } = fittedJobs(parts, lines, { ...stream, columns });
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
function fittedJobs({ jobs }: JobsScreenParts, lines: number, { columns, ids }: Look): FittedJobs {
  const fitted = jobs(lines);
  const widest = Math.max(0, ...fitted.rows.map(({ id }) => textWidth(safeLine(ids.of(id))))) + leastBesideId;
  const linesEach = Math.ceil(widest / columns);
  return linesEach <= 1 ? fitted : jobs(Math.max(1, Math.floor(lines / linesEach)));
}
