import type { FlowEvent, WaitingJob } from '../../ledger/events.ts';
import { createTransfers, type Transfers } from '../../outputs/downloads/transfers.ts';
import { isTerminal } from '../../service/lifecycle.ts';
import type { Cell } from '../../text/aligned.ts';
import { formatDuration } from '../../text/duration.ts';
import type { Look } from '../../text/look.ts';
import { safeLine } from '../../text/safe-text.ts';
import { formatBytes, formatTransfer } from '../../text/size.ts';
import { splitPath } from '../../text/split-path.ts';
import { cutToWidth, textWidth } from '../../text/text-width.ts';
import { paintStatus } from './status-word.ts';

/** The progress so far, summed up from events. Times are on the monotonic clock. Unit: ms. */
export interface ProgressState {
  /** The newest state of each job that had a state event, and when the job was created. */
  statuses: Map<string, { status: string; bornMs: number }>;
  /** The newest list of unfinished jobs, and when it arrived; undefined before the first. */
  waiting: { jobs: readonly WaitingJob[]; toldMs: number } | undefined;
  /** When the wait began; undefined before that. */
  sinceMs: number | undefined;
  transfers: Transfers;
  retry: { text: string; untilMs: number } | undefined;
  /** The job for which the command of `--exec` runs, and since when. */
  exec: { jobId: string; sinceMs: number } | undefined;
}

/** `bornMs`: when it was created. Unit: ms. */
type LeftJob = Pick<WaitingJob, 'jobId' | 'model' | 'status'> & { bornMs: number };

export function newProgressState(): ProgressState {
  return {
    statuses: new Map(),
    waiting: undefined,
    sinceMs: undefined,
    transfers: createTransfers(),
    retry: undefined,
    exec: undefined,
  };
}

/** Records one event. It is cheap for any number of jobs, since jobs are counted only when something is drawn. */
export function takeEvent(state: ProgressState, event: FlowEvent, nowMs: number): void {
  switch (event.kind) {
    case 'waiting':
      state.waiting = { jobs: event.jobs, toldMs: nowMs };
      state.sinceMs ??= nowMs - event.elapsedMs;
      return;
    case 'state':
      state.statuses.set(event.jobId, { status: event.status, bornMs: nowMs - event.ageMs });
      state.sinceMs ??= nowMs;
      return;
    case 'retrying':
      state.retry = { text: event.reason, untilMs: nowMs + event.delayMs };
      return;
    case 'exec-started':
      state.exec = { jobId: event.jobId, sinceMs: nowMs };
      return;
    case 'exec-ended':
      state.exec = undefined;
      return;
    case 'download-started':
    case 'download-progress':
    case 'downloaded':
    case 'download-stopped':
      state.transfers.take(event, nowMs);
      return;
  }
}

/** The counts of a progress line. */
function countJobs({ statuses, waiting }: ProgressState) {
  const ended = [...statuses.values()].map(({ status }) => status).filter(isTerminal);
  const left = (waiting === undefined ? changedJobs(statuses) : listedJobs(waiting, statuses)).filter(
    ({ status }) => !isTerminal(status),
  );
  const unfinished = new Map<string, number>();
  for (const { status } of left) unfinished.set(status, (unfinished.get(status) ?? 0) + 1);
  return {
    total: ended.length + left.length,
    done: ended.length,
    /** Jobs that are over without success. */
    lost: ended.filter((status) => status !== 'succeeded').length,
    /** The number of jobs in each unfinished state, in the order in which the states appeared. */
    unfinished,
    /** The unfinished jobs. */
    left,
  };
}

/** The listed jobs, with states from events that are newer than the list. */
function listedJobs(
  { jobs, toldMs }: NonNullable<ProgressState['waiting']>,
  statuses: ProgressState['statuses'],
): LeftJob[] {
  return jobs.map(({ ageMs, jobId, model, status }) => ({
    jobId,
    model,
    status: statuses.get(jobId)?.status ?? status,
    bornMs: toldMs - ageMs,
  }));
}

/** The jobs before the first list arrives: those that had a state event. */
function changedJobs(statuses: ProgressState['statuses']): LeftJob[] {
  return [...statuses].map(([jobId, state]) => ({ jobId, model: undefined, ...state }));
}

/** A download or a command is shown only after this time, so that quick ones don't flicker. Unit: ms. */
const shownAfterMs = 300;

/** The facts of the progress line, the most important first. */
export function progressFacts(state: ProgressState, nowMs: number, look: Look): Cell[] {
  return [
    ...jobFacts(state, nowMs, look),
    ...transferFacts(state, nowMs, look),
    ...execFacts(state, nowMs, look),
    ...retryFacts(state, nowMs, look),
  ];
}

/** The facts on one line. Where it has too few columns, the last facts are left out, and then the first one is cut. */
export function progressLine(facts: readonly Cell[], columns: number, look: Look): string {
  const between = ` ${look.symbols.dot} `;
  let kept = [...facts];
  while (kept.length > 1 && textWidth(kept.map(({ text }) => text).join(between)) > columns)
    kept = kept.slice(0, -1);
  const [first, ...others] = kept;
  if (first === undefined) return '';
  const texts = [{ ...first, text: cutToWidth(first.text, columns, look.symbols.ellipsis) }, ...others];
  return texts
    .map(({ text, paint }) => (paint === undefined ? text : paint(text)))
    .join(look.colors.dim(between));
}

function jobFacts(state: ProgressState, nowMs: number, look: Look): Cell[] {
  const { colors } = look;
  const counts = countJobs(state);
  const [only] = counts.left;
  if (only === undefined) return [];
  const since = (startMs: number): Cell => ({ text: formatDuration(nowMs - startMs), paint: colors.dim });
  if (counts.total === 1) {
    const model = only.model === undefined ? [] : [{ text: safeLine(only.model), paint: colors.dim }];
    const status = {
      text: safeLine(only.status),
      paint: (text: string) => paintStatus(only.status, text, look),
    };
    return [status, since(only.bornMs), { text: safeLine(look.ids.of(only.jobId)) }, ...model];
  }
  const lost = counts.lost === 0 ? [] : [{ text: `${counts.lost} without success`, paint: colors.bad }];
  return [
    { text: `${counts.done} of ${counts.total} done` },
    ...[...counts.unfinished].map(([status, count]) => ({
      text: `${count} ${safeLine(status)}`,
      paint: (text: string) => paintStatus(status, text, look),
    })),
    ...lost,
    ...(state.sinceMs === undefined ? [] : [since(state.sinceMs)]),
  ];
}

function transferFacts({ transfers }: ProgressState, nowMs: number, { colors, symbols }: Look): Cell[] {
  const sum = transfers.sum(nowMs);
  if (sum === undefined || nowMs - sum.startedMs < shownAfterMs) return [];
  const { arrived, bytesDone, bytesPerSecond, bytesTotal, leftMs, path, running } = sum;
  const name = path === undefined ? `${running} files` : safeLine(splitPath(path).name);
  const pace = [
    ...(bytesPerSecond === undefined ? [] : [`${formatBytes(bytesPerSecond)}/s`]),
    ...(leftMs === undefined ? [] : [`${formatDuration(leftMs)} left`]),
  ];
  return [
    { text: `${symbols.down} ${formatTransfer(bytesDone, bytesTotal)}`, paint: colors.accent },
    ...pace.map((text) => ({ text, paint: colors.dim })),
    { text: arrived === 0 ? name : `${name}, ${arrived} here` },
  ];
}

function execFacts({ exec }: ProgressState, nowMs: number, { colors, ids }: Look): Cell[] {
  if (exec === undefined || nowMs - exec.sinceMs < shownAfterMs) return [];
  const since = formatDuration(nowMs - exec.sinceMs);
  return [
    { text: `--exec ${safeLine(ids.of(exec.jobId))}`, paint: colors.accent },
    { text: since, paint: colors.dim },
  ];
}

function retryFacts({ retry }: ProgressState, nowMs: number, { colors }: Look): Cell[] {
  if (retry === undefined || retry.untilMs <= nowMs) return [];
  const text = `${safeLine(retry.text)}, again in ${formatDuration(retry.untilMs - nowMs)}`;
  return [{ text, paint: colors.warn }];
}
