import { createRateGate, type RateGate } from '../../../src/api/transport/rate-gate.ts';
import { createTaskGroup } from '../../../src/files/task-group.ts';
import type { WaitEnd, WaitTarget } from '../../../src/follow/wait/target.ts';
import { Waiter, type WaitOptions } from '../../../src/follow/wait/waiter.ts';
import type { FlowEvent } from '../../../src/ledger/events.ts';
import type { Job } from '../../../src/service/job.ts';
import { createFakeClock } from './fake-clock.ts';

type Options = Omit<WaitOptions, 'tasks' | 'onEnd'>;

export function setUp(changes: Partial<Options> = {}) {
  const clock = createFakeClock();
  const events: FlowEvent[] = [];
  const interrupt = new AbortController();
  const options: Options = {
    clock,
    signal: interrupt.signal,
    listen: (event) => events.push(event),
    floorMs: 0,
    timeoutMs: Number.POSITIVE_INFINITY,
    any: false,
    failFast: false,
    ...changes,
  };
  return { clock, events, interrupt, options };
}

/** A wait that is under way: `whole` resolves with the ends, in the order they came. */
export function startWait(options: Options, onEnd: (end: WaitEnd, waiter: Waiter) => void = () => {}) {
  const ends: WaitEnd[] = [];
  const stop = new AbortController();
  const tasks = createTaskGroup(() => stop.abort());
  const waiter = new Waiter({
    ...options,
    signal: AbortSignal.any([options.signal, stop.signal]),
    tasks,
    onEnd(end) {
      ends.push(end);
      onEnd(end, waiter);
    },
  });
  tasks.start(waiter.run);
  return { waiter, whole: tasks.settle().then(() => ends) };
}

/** Waits for these and no others; the ends are in their order. */
export async function waitForJobs(targets: readonly WaitTarget[], options: Options): Promise<WaitEnd[]> {
  const { waiter, whole } = startWait(options);
  for (const target of targets) waiter.add(target);
  waiter.close();
  const ends = await whole;
  return targets.flatMap(({ id }) => ends.find((end) => end.id === id) ?? []);
}

export function newAccount(): RateGate {
  return createRateGate(() => 0.5);
}

const account = newAccount();

/** A job that goes through these states, one a look; the last one stays. */
export function target(
  id: string,
  states: readonly (Partial<Job> | Error)[],
  looks: number[] = [],
  now = () => 0,
): WaitTarget {
  let look = 0;
  return {
    id,
    route: 'jobs',
    account,
    serviceNowMs: () => undefined,
    known: undefined,
    async poll() {
      looks.push(now());
      const state = states[Math.min(look, states.length - 1)];
      look += 1;
      if (state instanceof Error) throw state;
      return { job: { id, status: 'running', ...state }, retryAfterMs: undefined };
    },
  };
}
