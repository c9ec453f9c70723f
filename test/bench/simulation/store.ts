import type { LimitStore } from '../../../src/queue/shared-limit.ts';
import type { PauseStore } from '../../../src/queue/store/held-back.ts';
import type { Line } from './account.ts';
import type { TimeLine } from './time-line.ts';

/** A queue in memory: what limit and pace ask of the real one, and the rule by which its engine hands lines out. */
export interface Store {
  connection: LimitStore & PauseStore;
  /** Puts a line back at the head, which somebody held. */
  putBack(line: Line): void;
  /** A line that somebody held is done. */
  done(): void;
  /** Hands lines out as long as it may; called whenever that may have changed. */
  handOut(): void;
}

/** The key of the pause that all workers keep. */
const limiter = 'simulated:limiter';

/** `give` hands a line to a worker that has room; it returns false where none has. */
export function createStore({ after, clock }: TimeLine, count: number, give: (line: Line) => boolean): Store {
  const back: Line[] = [];
  let unread = count;
  let active = 0;
  let concurrency: number | null = null;
  let pausedUntilMs = 0;
  let text: string | null = null;

  function handOut(): void {
    // Without a limit nothing is handed out: a worker looks after it before it fetches.
    while (unread + back.length > 0 && active < (concurrency ?? 0)) {
      if (clock.monotonicMs() < pausedUntilMs) return;
      const again = back.pop();
      if (!give(again ?? { seenMs: undefined })) {
        if (again !== undefined) back.push(again);
        return;
      }
      active += 1;
      if (again === undefined) unread -= 1;
    }
  }
  function holdLonger(ms: number): number {
    const untilMs = clock.monotonicMs() + ms;
    if (untilMs > pausedUntilMs) {
      pausedUntilMs = untilMs;
      after(ms, handOut);
    }
    return 1;
  }
  const connection: LimitStore & PauseStore = {
    prefix: 'simulated',
    redis: {
      get: async () => text,
      async time() {
        const ms = clock.monotonicMs();
        return [Math.floor(ms / 1_000), Math.round((ms % 1_000) * 1_000)];
      },
      async eval(_script, _keys, key, ...words) {
        if (key === limiter) return holdLonger(Number(words.at(-1)));
        const [before, next] = words;
        if ((text ?? '') !== before) return 0;
        text = String(next);
        return 1;
      },
    },
    queue: {
      getActiveCount: async () => active,
      getWaitingCount: async () => unread + back.length,
      getGlobalConcurrency: async () => concurrency,
      async setGlobalConcurrency(most) {
        concurrency = most;
        handOut();
        return most;
      },
      getRateLimitTtl: async () => Math.max(0, pausedUntilMs - clock.monotonicMs()),
      toKey: () => limiter,
    },
  };
  return {
    connection,
    handOut,
    putBack(line) {
      active -= 1;
      back.push(line);
      handOut();
    },
    done() {
      active -= 1;
      handOut();
    },
  };
}
