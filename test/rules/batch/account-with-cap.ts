import { createDueQueue } from '../../../src/flows/wait/due-queue.ts';
import {
  afterInFlight,
  type InFlightEvent,
  inFlightAtStart,
  nextTryMs,
} from '../../../src/rules/batch/in-flight.ts';

/** An account whose service takes so many jobs, and what is sent to it. Unit of time: ms. */
interface Account {
  jobs: number;
  capAt(nowMs: number): number;
  /** The shortest and the longest job. */
  lastsMs: readonly [number, number];
  retryAfterMs: number;
}

const never = Number.POSITIVE_INFINITY;

/**
 * Sends the jobs as the limit lets them, on a time line of its own: as soon as there is room, and none within a Retry-After.
 * Returns how long it took, and how many submits were refused.
 */
export function sendAll({ capAt, jobs, lastsMs: [least, most], retryAfterMs }: Account) {
  const ends = createDueQueue<true>();
  const random = seeded(7);
  let state = inFlightAtStart();
  let [nowMs, sent, done, refusals, closedUntilMs] = [0, 0, 0, 0, 0];
  const isOpen = (): boolean => sent < jobs && nowMs >= closedUntilMs;
  function note(kind: InFlightEvent['kind']): void {
    state = afterInFlight(state, { kind, inFlight: sent - done, beganMs: nowMs, nowMs });
  }
  function sendOne(): void {
    if (sent - done >= capAt(nowMs)) {
      refusals += 1;
      closedUntilMs = nowMs + retryAfterMs;
      note('refused');
      return;
    }
    sent += 1;
    ends.push(true, nowMs + least + random() * (most - least));
    note('accepted');
  }
  while (done < jobs) {
    if (isOpen()) note('waited');
    while (isOpen() && sent - done < state.limit) sendOne();
    const opensMs = sent < jobs && nowMs < closedUntilMs ? closedUntilMs : never;
    const triesMs = isOpen() ? (nextTryMs(state) ?? never) : never;
    nowMs = Math.min(ends.nextDueMs() ?? never, opensMs, triesMs);
    while (ends.takeDue(nowMs) !== undefined) done += 1;
  }
  return { tookMs: nowMs, refusals };
}

/** Numbers in [0, 1), the same in each run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
