import type { Clock } from '../../api/transport/clock.ts';
import type { CliError } from '../../errors/cli-error.ts';
import type { TaskGroup } from '../../files/task-group.ts';
import type { Listener, WaitingJob } from '../../ledger/events.ts';
import { exitOfJob, isOver } from '../../service/lifecycle.ts';
import { type Alarm, createAlarm } from './alarm.ts';
import { createLanes, isOfAccount } from './lanes.ts';
import { ageOf, type LookOptions, lookOnce, type WaitEnd, type Waiting, type WaitTarget } from './target.ts';

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
export class Waiter {
  readonly #options: WaitOptions;
  readonly #waiting = new Map<string, Waiting>();
  readonly #alarm: Alarm;
  readonly #lanes: ReturnType<typeof createLanes>;
  readonly #tellWaiting: () => void;
  readonly #stop = new AbortController();
  readonly #signal = this.#stop.signal;
  /** How many looks are under way. */
  #looks = 0;
  #hasNew = false;
  #isClosed = false;
  #isDone = false;

  constructor(options: WaitOptions) {
    this.#options = options;
    this.#alarm = createAlarm(options.clock);
    this.#lanes = createLanes(options);
    this.#tellWaiting = createWaitingList(this.#waiting, options);
  }

  /** True if no job is looked at any more, because the wait was stopped or every job has its end. */
  get isStopped(): boolean {
    // Its own signal follows the given one a moment later, when the listeners of that one before it have run.
    return this.#options.signal.aborted || this.#signal.aborted;
  }

  /** Adds a job. One that is over ends at once, without a look. Where the wait was stopped already, the end of a job is `left`. */
  add(target: WaitTarget): void {
    if (this.#isClosed) throw new Error('A job was added to a wait that is closed');
    const startedMs = this.#options.clock.monotonicMs();
    const one: Waiting = { target, job: target.known, startedMs, allowedMs: startedMs, isUrgent: false };
    if (this.#isDone) this.#options.onEnd(leftAsItIs(one));
    else if (one.job !== undefined && isOver(one.job))
      this.#settle(one, { kind: 'over', id: target.id, job: one.job });
    else this.#await(one, startedMs + Math.max(0, target.firstDelayMs ?? 0));
  }

  #await(one: Waiting, firstMs: number): void {
    this.#waiting.set(one.target.id, one);
    this.#lanes.plan(one, { wantedMs: firstMs, allowedMs: firstMs });
    this.#hasNew = true;
    this.#alarm.ring();
  }

  /**
   * Has a job looked at as soon as the service allows. Said again before that look, it does nothing. Returns false where no such job
   * is waited for.
   */
  readonly lookSoon = (id: string): boolean => {
    const one = this.#waiting.get(id);
    if (one === undefined) return false;
    this.#lanes.hasten(one);
    this.#alarm.ringFor(this.#lanes.nextTurnMs());
    return true;
  };

  /** Says that no more jobs will be added. */
  readonly close = (): void => {
    this.#isClosed = true;
    this.#alarm.ring();
  };

  /** Leaves every job that is not over as it is. */
  readonly stop = (): void => this.#stop.abort();

  /** Waits. Resolves once it is closed and each job has its end, or when it was stopped. Rejects for a defect. */
  readonly run = async (): Promise<void> => {
    const { signal } = this.#options;
    this.#signal.addEventListener('abort', this.#alarm.ring, { once: true });
    signal.addEventListener('abort', this.stop, { once: true });
    if (signal.aborted) this.stop();
    try {
      await this.#waitUntilStopped();
    } finally {
      signal.removeEventListener('abort', this.stop);
      this.stop();
      // Looks that the stop cut off still settle as `left`. They are awaited, so that nothing runs on afterwards.
      while (this.#looks > 0) await this.#alarm.sleepUntil(undefined);
      this.#isDone = true;
      for (const one of this.#waiting.values()) this.#options.onEnd(leftAsItIs(one));
    }
  };

  async #waitUntilStopped(): Promise<void> {
    while (!this.#signal.aborted) {
      if (this.#hasNew && this.#looks === 0) this.#tellWaiting();
      this.#hasNew = false;
      this.#takeTurns();
      if (this.#isClosed && this.#waiting.size === 0) return;
      await this.#alarm.sleepUntil(this.#lanes.nextTurnMs());
    }
  }

  /** Starts the looks that are due, and ends the wait for jobs whose time is over, or whose account was refused. */
  #takeTurns(): void {
    const { clock, tasks } = this.#options;
    for (const { end, one } of this.#lanes.turns(clock.monotonicMs())) {
      if (end !== undefined) this.#settle(one, end);
      else {
        this.#looks += 1;
        tasks.start(() => this.#look(one));
      }
    }
  }

  async #look(one: Waiting): Promise<void> {
    let error: CliError | undefined;
    try {
      const outcome = await lookOnce(one, this.#options, this.#signal);
      error = outcome.kind === 'failed' ? outcome.error : one.tally?.error;
      if (outcome.kind === 'again') this.#lanes.plan(one, outcome);
      else this.#settle(one, outcome);
    } finally {
      this.#looks -= 1;
      this.#lanes.looked(one, error);
      this.#goOn();
    }
  }

  /** Goes on after a look, whose slot is free. */
  #goOn(): void {
    this.#tellWaiting();
    // The slot is taken here. To wake the sleeper for each costs as much as a look, where it sleeps until a time.
    if (!this.#signal.aborted) this.#takeTurns();
    if (this.#signal.aborted || this.#waiting.size === 0) this.#alarm.ring();
    else this.#alarm.ringFor(this.#lanes.nextTurnMs());
  }

  #settle(one: Waiting, end: WaitEnd): void {
    this.#waiting.delete(one.target.id);
    // Asked before `onEnd`, because after it the answer of `isRepeated` may be different.
    const isLast =
      isStopping(end, this.#options) || (isRefused(end) && areOfAccount(this.#waiting.values(), one));
    this.#options.onEnd(end);
    if (isLast) this.stop();
  }
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
