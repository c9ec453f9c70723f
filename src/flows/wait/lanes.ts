import { createDueQueue, type DueQueue } from './due-queue.ts';
import type { LookedAtAccount, Waiting } from './target.ts';
import { type TimeLimits, timeLimitMs } from './time-limit.ts';

/** Looks at this many jobs of an account at once; more sockets bring nothing (one account, one service). */
const looksAtOnce = 8;
/** Looks wait for the next multiple of this, so that those due about the same time share one wake-up: late, never early. Unit: ms. */
const coalesceMs = 20;

/** When a job is looked at next; on the monotonic clock. */
export interface Pace {
  wantedMs: number;
  /** What the service asks for: no look comes before. */
  allowedMs: number;
}

/** A job whose turn it is: to be looked at, or to be given up since its time is over. */
interface Turn {
  one: Waiting;
  what: 'look' | 'give up';
}

/**
 * Whose turn it is, and when. Each account has a lane with slots of its own: one that is slow, silent or told to hold back
 * takes nothing from the jobs of another.
 */
export interface Lanes {
  plan(one: Waiting, pace: Pace): void;
  /** Those whose turn it is; each that is to be looked at has taken a slot. */
  turns(nowMs: number): Generator<Turn>;
  /** A look is over, and its slot is free. `silent`: the service could not be reached. */
  looked(one: Waiting, outcome: { silent: boolean }): void;
  /** When there is another turn, on the monotonic clock; undefined where a look has to end first. */
  nextTurnMs(): number | undefined;
}

interface Lane {
  account: LookedAtAccount;
  due: DueQueue<Waiting>;
  looks: number;
  /** The last look that ended brought nothing: no other is made of a job whose time is over. */
  silent: boolean;
}

export function createLanes(limits: TimeLimits): Lanes {
  const lanes = new Map<LookedAtAccount, Lane>();
  /** Those that the service asks not to look at within their time. */
  const late = createDueQueue<Waiting>();

  function laneOf({ target: { account } }: Waiting): Lane {
    const lane = lanes.get(account) ?? { account, due: createDueQueue(), looks: 0, silent: false };
    lanes.set(account, lane);
    return lane;
  }
  function plan(one: Waiting, { wantedMs, allowedMs }: Pace): void {
    const limitMs = timeLimitMs(one, limits);
    one.allowedMs = allowedMs;
    if (allowedMs > limitMs) late.push(one, limitMs);
    else laneOf(one).due.push(one, onStep(Math.min(wantedMs, limitMs)));
  }
  function* turnsOf(lane: Lane, nowMs: number): Generator<Turn> {
    for (;;) {
      const heldMs = lane.account.waitMs('poll', nowMs);
      if (heldMs === 0 && !hasSlot(lane)) return;
      const one = lane.due.takeDue(nowMs);
      if (one === undefined) return;
      if (heldMs > 0) {
        const untilMs = nowMs + heldMs;
        plan(one, { wantedMs: untilMs, allowedMs: Math.max(one.allowedMs, untilMs) });
      } else if (lane.silent && timeLimitMs(one, limits) <= nowMs) {
        yield { one, what: 'give up' };
      } else {
        lane.looks += 1;
        yield { one, what: 'look' };
      }
    }
  }
  return {
    plan,
    *turns(nowMs) {
      for (let one = late.takeDue(nowMs); one !== undefined; one = late.takeDue(nowMs)) {
        // After a sleep of the machine what was asked may be over as well: then one last look comes first.
        if (one.allowedMs <= nowMs) laneOf(one).due.push(one, nowMs);
        else yield { one, what: 'give up' };
      }
      for (const lane of lanes.values()) yield* turnsOf(lane, nowMs);
    },
    looked(one, { silent }) {
      const lane = laneOf(one);
      lane.looks -= 1;
      lane.silent = silent;
    },
    nextTurnMs() {
      const nowMs = limits.clock.monotonicMs();
      const open = [...lanes.values()].filter(
        (lane) => hasSlot(lane) || lane.account.waitMs('poll', nowMs) > 0,
      );
      const times = [late, ...open.map(({ due }) => due)].map((queue) => queue.nextDueMs());
      const known = times.filter((ms) => ms !== undefined);
      return known.length === 0 ? undefined : Math.min(...known);
    },
  };
}

function hasSlot({ account, looks }: Lane): boolean {
  return looks < Math.min(looksAtOnce, account.atOnceMost('poll'));
}

function onStep(ms: number): number {
  return Math.ceil(ms / coalesceMs) * coalesceMs;
}
