import type { FlowEvent, WaitingJob } from '../../ledger/events.ts';
import { createTransfers, type Transfers } from '../../outputs/downloads/transfers.ts';
import { isTerminal } from '../../service/lifecycle.ts';

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
export function countJobs({ statuses, waiting }: ProgressState) {
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
