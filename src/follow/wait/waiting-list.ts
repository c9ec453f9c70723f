import type { Clock } from '../../api/transport/clock.ts';
import type { Listener, WaitingJob } from '../../ledger/events.ts';
import { ageOf } from './look.ts';
import type { Waiting } from './target.ts';

/** The least time between two lists, for each job in them: ten thousand jobs are listed every half second. Unit: ms. */
const listMsPerJob = 0.05;

/**
 * Returns a function that lists the jobs that are waited for, unless the last list was too short a time ago. A list after every
 * look would be a hundred million lines for ten thousand jobs.
 */
export function createWaitingList(
  waiting: ReadonlySet<Waiting>,
  { clock, listen }: { clock: Clock; listen: Listener },
): () => void {
  const startedMs = clock.monotonicMs();
  let toldMs = Number.NEGATIVE_INFINITY;
  return () => {
    const nowMs = clock.monotonicMs();
    if (waiting.size === 0 || nowMs - toldMs < waiting.size * listMsPerJob) return;
    toldMs = nowMs;
    const jobs = [...waiting].map((each) => waitingJob(each, nowMs));
    listen({ kind: 'waiting', jobs, elapsedMs: nowMs - startedMs });
  };
}

function waitingJob(one: Waiting, nowMs: number): WaitingJob {
  return {
    jobId: one.target.id,
    model: one.job?.model,
    status: one.job?.status ?? 'unknown',
    ageMs: ageOf(one, nowMs),
    deadlineAt: one.job?.deadline_at,
  };
}
