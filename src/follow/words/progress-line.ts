import type { FlowEvent, WaitingJob } from '../../ledger/events.ts';
import { createTransfers } from '../../outputs/downloads/transfers.ts';
import { isTerminal } from '../../service/lifecycle.ts';
import type { Cell } from '../../text/aligned.ts';
import { formatDuration } from '../../text/duration.ts';
import type { Look } from '../../text/look.ts';
import { safeLine } from '../../text/safe-text.ts';
import { formatBytes, formatTransfer } from '../../text/size.ts';
import { splitPath } from '../../text/split-path.ts';
import { cutToWidth, textWidth } from '../../text/text-width.ts';
import { paintStatus } from './status-word.ts';

/** A job as an event told it; `bornMs`: when it was created. */
interface ToldJob {
  status: string;
  bornMs: number;
}

export type ProgressState = ReturnType<typeof newProgressState>;

/** The progress so far, summed up from events. Times are on the monotonic clock. Unit: ms. */
export function newProgressState() {
  return {
    /** The newest state of each job that had a state event. */
    statuses: new Map<string, ToldJob>(),
    /** The newest list of unfinished jobs, and when it arrived; undefined before the first. */
    waiting: undefined as { jobs: readonly WaitingJob[]; toldMs: number } | undefined,
    /** When the wait began; undefined before that. */
    sinceMs: undefined as number | undefined,
    transfers: createTransfers(),
    retry: undefined as { text: string; untilMs: number } | undefined,
    /** The job for which the command of `--exec` runs, and since when. */
    exec: undefined as { jobId: string; sinceMs: number } | undefined,
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

type LeftJob = ToldJob & Pick<WaitingJob, 'jobId'> & Partial<Pick<WaitingJob, 'model'>>;

/** The unfinished jobs: those of the list, with newer states from events; before the first list those that had a state event. */
function leftJobs({ statuses, waiting }: ProgressState): LeftJob[] {
  const jobs =
    waiting === undefined
      ? [...statuses].map(([jobId, told]) => ({ jobId, ...told }))
      : waiting.jobs.map(({ ageMs, jobId, model, status }) => ({
          jobId,
          model,
          status: statuses.get(jobId)?.status ?? status,
          bornMs: waiting.toldMs - ageMs,
        }));
  return jobs.filter(({ status }) => !isTerminal(status));
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
  const left = leftJobs(state);
  const [only] = left;
  if (only === undefined) return [];
  const ended = [...state.statuses.values()].map(({ status }) => status).filter(isTerminal);
  const total = ended.length + left.length;
  const since = (startMs: number): Cell => ({ text: formatDuration(nowMs - startMs), paint: colors.dim });
  const stateCell = (status: string, text: string): Cell => ({
    text,
    paint: (shown) => paintStatus(status, shown, look),
  });
  if (total === 1) {
    const model = only.model === undefined ? [] : [{ text: safeLine(only.model), paint: colors.dim }];
    const id = { text: safeLine(look.ids.of(only.jobId)) };
    return [stateCell(only.status, safeLine(only.status)), since(only.bornMs), id, ...model];
  }
  const unfinished = new Map<string, number>();
  for (const { status } of left) unfinished.set(status, (unfinished.get(status) ?? 0) + 1);
  const lost = ended.filter((status) => status !== 'succeeded').length;
  return [
    { text: `${ended.length} of ${total} done` },
    ...[...unfinished].map(([status, count]) => stateCell(status, `${count} ${safeLine(status)}`)),
    ...(lost === 0 ? [] : [{ text: `${lost} without success`, paint: colors.bad }]),
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
