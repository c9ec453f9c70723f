import * as timers from 'node:timers/promises';
import type { Machine } from '../transcripts/start-here.ts';
import type { Alarm, Timeline } from './timeline.ts';

/** A clock of a machine, by which a start runs. */
export interface Clock {
  /** Wakes nobody any more. */
  stop(): void;
  globals: Machine['globals'];
  hrtime: { (): [number, number]; bigint(): bigint };
  /** The module `node:timers/promises`. */
  sleep: Record<string, unknown>;
}

type Work = (...words: unknown[]) => void;

/** @param skewMs how far its wall clock is ahead of the time line. */
export function createClock(timeline: Timeline, skewMs = 0): Clock {
  const alarms = new Set<Alarm>();
  let isStopped = false;

  function at(dueMs: number, work: () => void): Alarm {
    const alarm = timeline.at(dueMs, () => {
      alarms.delete(alarm);
      if (!isStopped) work();
    });
    alarms.add(alarm);
    return alarm;
  }
  function cancel(alarm: Alarm): void {
    alarms.delete(alarm);
    timeline.cancel(alarm);
  }

  /** As Node's, which a program may hold, let go and set anew. */
  class Timer {
    #alarm: Alarm;
    readonly #set: () => Alarm;

    constructor(work: () => void, delayMs: number, isRepeated: boolean) {
      this.#set = () =>
        at(timeline.nowMs() + delayMs, () => {
          if (isRepeated) this.#alarm = this.#set();
          work();
        });
      this.#alarm = this.#set();
    }
    close(): this {
      cancel(this.#alarm);
      return this;
    }
    refresh(): this {
      cancel(this.#alarm);
      this.#alarm = this.#set();
      return this;
    }
    ref(): this {
      return this;
    }
    unref(): this {
      return this;
    }
    hasRef(): boolean {
      return true;
    }
  }
  const timer =
    (isRepeated: boolean) =>
    (work: Work, ms?: number, ...words: unknown[]) =>
      new Timer(() => work(...words), delayOf(ms), isRepeated);
  const clear = (one: unknown): void => {
    if (one instanceof Timer) one.close();
  };
  const nowNs = (): bigint => BigInt(Math.round(timeline.nowMs() * 1e6));

  return {
    stop() {
      isStopped = true;
      for (const alarm of alarms) cancel(alarm);
    },
    globals: {
      Date: dateBy(() => Math.floor(timeline.nowMs() + skewMs)),
      setTimeout: timer(false),
      clearTimeout: clear,
      setInterval: timer(true),
      clearInterval: clear,
      setImmediate: (work: Work, ...words: unknown[]) =>
        setImmediate(() => {
          if (!isStopped) work(...words);
        }),
    },
    hrtime: Object.assign(
      (): [number, number] => [Number(nowNs() / 1_000_000_000n), Number(nowNs() % 1_000_000_000n)],
      { bigint: nowNs },
    ),
    sleep: {
      ...timers,
      setTimeout: (ms?: number, value?: unknown, { signal }: { signal?: AbortSignal } = {}) =>
        new Promise((done, fail) => {
          if (signal?.aborted) return fail(abortion(signal));
          const alarm = at(timeline.nowMs() + delayOf(ms), () => {
            signal?.removeEventListener('abort', stop);
            done(value);
          });
          function stop(): void {
            cancel(alarm);
            if (!isStopped) fail(abortion(signal));
          }
          signal?.addEventListener('abort', stop, { once: true });
        }),
      setImmediate: async (value?: unknown) => {
        await timers.setImmediate();
        return isStopped ? new Promise(() => {}) : value;
      },
    },
  };
}

/** What Node makes of a delay. Unit: ms. */
function delayOf(ms: number | undefined): number {
  return ms !== undefined && ms >= 1 && ms < 2 ** 31 ? ms : 1;
}

/** What Node's pauses reject with. */
function abortion(signal: AbortSignal | undefined): Error {
  const error = new Error('The operation was aborted', { cause: signal?.reason });
  return Object.assign(error, { name: 'AbortError', code: 'ABORT_ERR' });
}

function dateBy(nowMs: () => number): DateConstructor {
  return class extends Date {
    constructor(...words: unknown[]) {
      super(...((words.length === 0 ? [nowMs()] : words) as [number]));
    }
    static override now(): number {
      return nowMs();
    }
  } as DateConstructor;
}
