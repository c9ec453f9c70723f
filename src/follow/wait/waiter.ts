import type { Clock } from '../../api/transport/clock.ts';
import type { TaskGroup } from '../../files/task-group.ts';
import type { Listener, WaitingJob } from '../../ledger/events.ts';
import { exitOfJob, isOver } from '../../service/lifecycle.ts';
import { createAlarm } from './alarm.ts';
import { isOfAccount } from './lanes.ts';
import { ageOf, createLooks, type LookOptions } from './looks.ts';
import type { WaitEnd, Waiting, WaitTarget } from './target.ts';

export interface WaitOptions extends LookOptions {
  /** Aborting it ends the wait. Jobs that are not over are left as they are. */
  signal: AbortSignal;
  /** The group that the looks run in. */
  tasks: Pick<TaskGroup, 'start'>;
  /** Stop at the first job that is over. */
  any: boolean;
  /** Stop at the first job that is over without success. */
  failFast: boolean;
  /** Tells whether a job that ended gets another attempt. Its end does not stop the wait then. */
  isRepeated?: ((end: WaitEnd) => boolean) | undefined;
  /** Called once for each job that was added, with the result of waiting for it. */
  onEnd(end: WaitEnd): void;
}

/**
 * Waits for any number of jobs; more can be added meanwhile. It only looks at jobs, and never changes them.
 * @see service document §3, §4.2
 */
export interface Waiter {
  /** True if no job is looked at any more, because the wait was stopped or every job has its end. */
  readonly isStopped: boolean;
  /** Adds a job. One that is over ends at once, without a look. Where the wait was stopped already, the end of a job is `left`. */
  add(target: WaitTarget): void;
  /**
   * Has a job looked at as soon as the service allows. Said again before that look, it does nothing. Returns false where no such job
   * is waited for.
   */
  lookSoon(id: string): boolean;
  /** Says that no more jobs will be added. */
  close(): void;
  /** Waits. Resolves once it is closed and each job has its end, or when it was stopped. Rejects for a defect. */
  run(): Promise<void>;
}

export function createWaiter(options: WaitOptions): Waiter {
  const { clock, onEnd } = options;
  const waiting = new Map<string, Waiting>();
  const alarm = createAlarm(clock);
  const tellWaiting = createWaitingList(waiting, options);
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const looks = createLooks({ ...options, signal, settle, onLooked });
  let hasNew = false;
  let isClosed = false;
  let isDone = false;

  function settle(one: Waiting, end: WaitEnd): void {
    waiting.delete(one.target.id);
    // Asked before `onEnd`, because after it the answer of `isRepeated` may be different.
    const isLast = isStopping(end, options) || (isRefused(end) && areOfAccount(waiting.values(), one));
    onEnd(end);
    if (isLast) stop.abort();
  }
  function onLooked(): void {
    tellWaiting();
    // Its slot is taken here. To wake the sleeper for each costs as much as a look, where it sleeps until a time.
    if (!signal.aborted) looks.takeTurns();
    if (signal.aborted || waiting.size === 0) alarm.ring();
    else alarm.ringFor(looks.nextTurnMs());
  }
  async function waitUntilStopped(): Promise<void> {
    for (;;) {
      if (signal.aborted) return;
      if (hasNew && looks.size === 0) tellWaiting();
      hasNew = false;
      looks.takeTurns();
      if (isClosed && waiting.size === 0) return;
      await alarm.sleepUntil(looks.nextTurnMs());
    }
  }
  return {
    get isStopped() {
      // The signal of both follows the first a moment later, when the listeners of that one have run.
      return options.signal.aborted || signal.aborted;
    },
    add(target) {
      if (isClosed) throw new Error('A job was added to a wait that is closed');
      const startedMs = clock.monotonicMs();
      const one: Waiting = { target, job: target.known, startedMs, allowedMs: startedMs, isUrgent: false };
      if (isDone) return onEnd(leftAsItIs(one));
      if (one.job !== undefined && isOver(one.job))
        return settle(one, { kind: 'over', id: target.id, job: one.job });
      waiting.set(target.id, one);
      const firstMs = startedMs + Math.max(0, target.firstDelayMs ?? 0);
      looks.plan(one, { wantedMs: firstMs, allowedMs: firstMs });
      hasNew = true;
      alarm.ring();
    },
    lookSoon(id) {
      const one = waiting.get(id);
      if (one === undefined) return false;
      looks.hasten(one);
      alarm.ringFor(looks.nextTurnMs());
      return true;
    },
    close() {
      isClosed = true;
      alarm.ring();
    },
    async run() {
      signal.addEventListener('abort', alarm.ring, { once: true });
      try {
        await waitUntilStopped();
      } finally {
        stop.abort();
        // Looks that the stop cut off still settle as `left`. They are awaited, so that nothing runs on afterwards.
        while (looks.size > 0) await alarm.sleepUntil(undefined);
        isDone = true;
        for (const one of waiting.values()) onEnd(leftAsItIs(one));
      }
    },
  };
}

function leftAsItIs({ target: { id }, job }: Waiting): WaitEnd {
  return { kind: 'left', id, job };
}

/** Tells whether all jobs are of the account of this one. */
function areOfAccount(waiting: Iterable<Waiting>, { target: { account } }: Waiting): boolean {
  for (const { target } of waiting) if (target.account !== account) return false;
  return true;
}

function isRefused(end: WaitEnd): boolean {
  return end.kind === 'failed' && isOfAccount(end.error);
}

function isStopping(
  end: WaitEnd,
  { any, failFast, isRepeated }: Pick<WaitOptions, 'any' | 'failFast' | 'isRepeated'>,
): boolean {
  if (end.kind === 'failed') return failFast || end.error.exit === 'machine';
  if (end.kind !== 'over' || isRepeated?.(end) === true) return false;
  return any || (failFast && exitOfJob(end.job) !== 'done');
}

/** The least time between two lists, for each job in them: ten thousand jobs are listed every half second. Unit: ms. */
const listMsPerJob = 0.05;

/**
 * Returns a function that lists the jobs that are waited for, unless the last list was too short a time ago. A list after every
 * look would be a hundred million lines for ten thousand jobs.
 */
function createWaitingList(
  waiting: ReadonlyMap<string, Waiting>,
  { clock, listen }: { clock: Clock; listen: Listener },
): () => void {
  const startedMs = clock.monotonicMs();
  let toldMs = Number.NEGATIVE_INFINITY;
  return () => {
    const nowMs = clock.monotonicMs();
    if (waiting.size === 0 || nowMs - toldMs < waiting.size * listMsPerJob) return;
    toldMs = nowMs;
    const jobs = [...waiting.values()].map((each) => waitingJob(each, nowMs));
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
