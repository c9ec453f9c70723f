import type { Clock } from '../../client/transport/clock.ts';
import type { Listener, WaitingJob } from '../events.ts';
import { ageOf } from './look.ts';
import type { Waiting } from './target.ts';

/** How much later the list may be told again, for each job in it: ten thousand, every half second. Unit: ms. */
const listMsPerJob = 0.05;

/**
 * Tells of all that are waited for, each time it is called but for when that would be too often: a list of all after each
 * look at one would make ten thousand jobs a hundred million lines.
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
    const jobs = [...waiting].map((each) => waitingJob(each, clock));
    listen({ kind: 'waiting', jobs, elapsedMs: nowMs - startedMs });
  };
}

function waitingJob(one: Waiting, clock: Clock): WaitingJob {
  return {
    jobId: one.target.id,
    model: one.job?.model,
    status: one.job?.status ?? 'unknown',
    ageMs: ageOf(one, clock),
    deadlineAt: one.job?.deadline_at,
  };
}
