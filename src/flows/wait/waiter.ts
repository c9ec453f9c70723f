import type { ExitName } from '../../errors/exit-codes.ts';
import { exitOfJob, isOver } from '../../rules/lifecycle.ts';
import type { TaskGroup } from '../task-group.ts';
import { createAlarm } from './alarm.ts';
import { type LookOptions, tellOver } from './look.ts';
import { createLooks } from './looks.ts';
import type { WaitEnd, Waiting, WaitTarget } from './target.ts';
import { createWaitingList } from './waiting-list.ts';

export interface WaitOptions extends LookOptions {
  /** Aborting it ends the wait: each job that is not over is left as it is. */
  signal: AbortSignal;
  /** Looks run in it. */
  tasks: Pick<TaskGroup, 'start'>;
  /** Stop at the first job that is over. */
  any: boolean;
  /** Stop at the first job that is over without success. */
  failFast: boolean;
  /** Whether another job takes the place of one that is over: its end stops nothing. */
  isRepeated?: ((end: WaitEnd) => boolean) | undefined;
  /** Told once of each job that was added how waiting for it came out, as soon as it has. */
  onEnd(end: WaitEnd): void;
}

/**
 * Waits for jobs, any number of them, and takes on others meanwhile. The jobs themselves are never touched.
 * @see service document §3, §4.2
 */
export interface Waiter {
  /** No job is looked at any more: the wait was ended before each had its end, or all have theirs. */
  readonly isStopped: boolean;
  /** Takes a job on; where the wait was stopped its end is `left`. */
  add(target: WaitTarget): void;
  /** No more will be added. */
  close(): void;
  /** Resolves once it is closed and each job has its end, or when it was stopped. Rejects for a defect. */
  run(): Promise<void>;
}

export function createWaiter(options: WaitOptions): Waiter {
  const { clock, onEnd, signal } = options;
  const waiting = new Set<Waiting>();
  const arrivals: Waiting[] = [];
  const alarm = createAlarm(clock);
  const tellWaiting = createWaitingList(waiting, options);
  const stop = new AbortController();
  const stopAll = (): void => stop.abort();
  const looks = createLooks({ ...options, signal: stop.signal, settle, onLooked });
  let isClosed = false;
  let isDone = false;

  function settle(one: Waiting, end: WaitEnd): void {
    waiting.delete(one);
    // Whoever hears of the end may forget whether it is repeated.
    const isLast = isStopping(end, options);
    onEnd(end);
    if (isLast) stopAll();
  }
  function onLooked(): void {
    tellWaiting();
    alarm.ring();
  }
  /** Those that are over already end here, before a look at any other. */
  async function takeIn(): Promise<void> {
    const taken = arrivals.splice(0);
    for (const one of taken) {
      if (one.job !== undefined && isOver(one.job))
        settle(one, await tellOver(one, { job: one.job }, options));
      else looks.planFirst(one);
    }
    if (taken.length > 0 && looks.size === 0) tellWaiting();
  }
  async function waitUntilStopped(): Promise<void> {
    for (;;) {
      await takeIn();
      if (stop.signal.aborted) return;
      looks.takeTurns();
      if (isClosed && waiting.size === 0 && arrivals.length === 0) return;
      await alarm.sleepUntil(looks.nextTurnMs());
    }
  }
  return {
    get isStopped() {
      return signal.aborted || stop.signal.aborted;
    },
    add(target) {
      if (isClosed) throw new Error('A job was added to a wait that is closed');
      const startedMs = clock.monotonicMs();
      const one: Waiting = { target, job: target.known, startedMs, allowedMs: startedMs };
      if (isDone) return onEnd(leftAsItIs(one));
      waiting.add(one);
      arrivals.push(one);
      alarm.ring();
    },
    close() {
      isClosed = true;
      alarm.ring();
    },
    async run() {
      stop.signal.addEventListener('abort', alarm.ring, { once: true });
      signal.addEventListener('abort', stopAll, { once: true });
      if (signal.aborted) stopAll();
      try {
        await waitUntilStopped();
      } finally {
        signal.removeEventListener('abort', stopAll);
        stopAll();
        // A look that the stop cut off settles as `left`: let it, so that nothing runs on behind our back.
        while (looks.size > 0) await alarm.sleepUntil(undefined);
        isDone = true;
        for (const one of waiting) onEnd(leftAsItIs(one));
      }
    },
  };
}

function leftAsItIs({ target: { id }, job }: Waiting): WaitEnd {
  return { kind: 'left', id, job };
}

/** What is in the way of every job alike: the key, or this machine. */
const endsAll: readonly ExitName[] = ['unauthorized', 'machine'];

function isStopping(
  end: WaitEnd,
  { any, failFast, isRepeated }: Pick<WaitOptions, 'any' | 'failFast' | 'isRepeated'>,
): boolean {
  if (end.kind === 'failed') return failFast || endsAll.includes(end.error.exit);
  if (end.kind !== 'over' || isRepeated?.(end) === true) return false;
  return any || (failFast && exitOfJob(end.job) !== 'done');
}
