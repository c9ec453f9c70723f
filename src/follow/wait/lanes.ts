import { requestsAtOnce } from '../../api/transport/rate-gate.ts';
import type { CliError } from '../../errors/cli-error.ts';
import { oncePerKey } from '../../text/once.ts';
import {
  givenUp,
  type LookedAtAccount,
  type NextLook,
  type TimeLimits,
  timeLimitMs,
  type WaitEnd,
  type Waiting,
} from './target.ts';

/**
 * Turns wait for the next multiple of a time, so that those due at about the same time share one wake-up. They come later for that,
 * never earlier, and each look of a job later than the one before. Few jobs have few wake-ups as it is. Unit: ms.
 */
const coalesceMs = { few: 1, many: 20 } as const;
/** More jobs than this are many. */
const fewMost = 250;

/** After so many looks in a row that did not reach the service, an account's looks go one by one, with a pause after each. */
const outageAfter = requestsAtOnce;
/** That pause, so that ten thousand jobs don't each knock at a service that is down. Unit: ms. */
const outagePauseMs = 250;

/** A job whose turn it is: to be looked at, or with its end where its time is over, or its account was refused. */
interface Turn {
  one: Waiting;
  end?: WaitEnd;
}

const never = Number.POSITIVE_INFINITY;

interface Lane {
  account: LookedAtAccount;
  due: DueQueue<Waiting>;
  looks: number;
  /** How many of the last looks in a row did not reach the service. After one, a job whose time is over gets no last look. */
  silentInARow: number;
  /** No look begins before. On the monotonic clock; unit: ms. */
  pausedUntilMs: number;
  refusal: CliError | undefined;
}

/** A lane without any look yet. */
const unused = { looks: 0, silentInARow: 0, pausedUntilMs: 0, refusal: undefined };

/**
 * Decides which job is looked at when. Each account has a lane with slots of its own. So an account whose service is slow, silent or
 * rate-limited does not hold up the jobs of another.
 */
export function createLanes(limits: TimeLimits) {
  const lanes = new Map<LookedAtAccount, Lane>();
  /** The jobs whose time is over before the service allows another look. */
  const late = createDueQueue<Waiting>();

  const laneOf = ({ target: { account } }: Waiting): Lane =>
    oncePerKey(lanes, account, () => ({ account, due: createDueQueue(), ...unused }));
  function plan(one: Waiting, { wantedMs, allowedMs }: NextLook): void {
    const limitMs = timeLimitMs(one, limits);
    one.allowedMs = allowedMs;
    if (allowedMs > limitMs) pushCoalesced(late, one, limitMs);
    else pushCoalesced(laneOf(one).due, one, one.isUrgent ? allowedMs : Math.min(wantedMs, limitMs));
  }
  function* turnsOf(lane: Lane, nowMs: number): Generator<Turn> {
    for (;;) {
      if (lane.refusal !== undefined) return yield* refused(lane.due, lane.refusal);
      const heldMs = lane.account.waitMs('poll', nowMs);
      if (heldMs === 0 && (!hasSlot(lane) || lane.pausedUntilMs > nowMs)) return;
      const one = lane.due.takeDue(nowMs);
      if (one === undefined) return;
      const limitMs = timeLimitMs(one, limits);
      const untilMs = nowMs + heldMs;
      // A look that is held back for longer than its job has time sends nothing, and says why the wait ends.
      if (heldMs > 0 && untilMs <= limitMs) {
        plan(one, { wantedMs: untilMs, allowedMs: Math.max(one.allowedMs, untilMs) });
      } else if (lane.silentInARow > 0 && limitMs <= nowMs) {
        yield { one, end: givenUp(one) };
      } else {
        lane.looks += 1;
        one.isUrgent = false;
        yield { one };
      }
    }
  }
  return {
    plan,
    /** Has the next look at a job come as soon as the service allows. A look that is under way is not that look. */
    hasten(one: Waiting): void {
      if (one.isUrgent) return;
      one.isUrgent = true;
      laneOf(one).due.bringForward(one, one.allowedMs);
    },
    /** The jobs whose turn it is. Each that is to be looked at has taken a slot. */
    *turns(nowMs: number): Generator<Turn> {
      for (let one = late.takeDue(nowMs); one !== undefined; one = late.takeDue(nowMs)) {
        // After the machine slept, the service may allow a look by now. Then there is one last look before the job is given up.
        if (one.allowedMs <= nowMs) laneOf(one).due.push(one, nowMs);
        else yield { one, end: givenUp(one) };
      }
      for (const lane of lanes.values()) yield* turnsOf(lane, nowMs);
    },
    /** Frees the slot of a look that is over; `error` is that of the look. */
    looked(one: Waiting, error: CliError | undefined): void {
      const lane = laneOf(one);
      lane.looks -= 1;
      if (isOfAccount(error)) lane.refusal ??= error;
      lane.silentInARow = error?.exit === 'unreachable' ? lane.silentInARow + 1 : 0;
      lane.pausedUntilMs = isOutage(lane) ? limits.clock.monotonicMs() + outagePauseMs : 0;
    },
    /** The time of the next turn, on the monotonic clock; undefined where a look has to end first. */
    nextTurnMs(): number | undefined {
      const nowMs = limits.clock.monotonicMs();
      const ofLanes = [...lanes.values()].map((lane) => nextOf(lane, nowMs));
      const firstMs = Math.min(late.nextDueMs() ?? never, ...ofLanes);
      return firstMs === never ? undefined : firstMs;
    },
  };
}

/** When a lane has its next turn: at once where its jobs are refused, and never where a look has to end first. */
function nextOf(lane: Lane, nowMs: number): number {
  if (lane.refusal !== undefined && lane.due.size > 0) return nowMs;
  const isOpen = hasSlot(lane) || lane.account.waitMs('poll', nowMs) > 0;
  return isOpen ? Math.max(lane.due.nextDueMs() ?? never, lane.pausedUntilMs) : never;
}

function* refused(due: DueQueue<Waiting>, error: CliError): Generator<Turn> {
  for (let one = due.takeDue(never); one !== undefined; one = due.takeDue(never))
    yield { one, end: { kind: 'failed', id: one.target.id, job: one.job, error } };
}

function pushCoalesced(queue: DueQueue<Waiting>, one: Waiting, dueMs: number): void {
  const stepMs = queue.size > fewMost ? coalesceMs.many : coalesceMs.few;
  queue.push(one, Math.ceil(dueMs / stepMs) * stepMs);
}

function hasSlot(lane: Lane): boolean {
  return lane.looks < (isOutage(lane) ? 1 : lane.account.atOnceMost('poll'));
}

function isOutage({ silentInARow }: Lane): boolean {
  return silentInARow >= outageAfter;
}

/**
 * Tells whether the service refused the account of a job: no other job of it would escape that. A 403 is about the job that was looked at.
 */
export function isOfAccount(error: CliError | undefined): boolean {
  return error?.exit === 'unauthorized' && error.status !== 403;
}

type DueQueue<Item> = ReturnType<typeof createDueQueue<Item>>;

/** A heap of items in the order in which they are due. With it one timer serves ten thousand jobs. */
export function createDueQueue<Item>() {
  const heap: Heap<Item> = { items: [], times: [] };
  const { items, times } = heap;
  return {
    get size(): number {
      return items.length;
    },
    push(item: Item, dueMs: number): void {
      items.push(item);
      times.push(dueMs);
      siftUp(heap, items.length - 1);
    },
    /** When the earliest item is due; undefined where there is none. */
    nextDueMs: (): number | undefined => times[0],
    /** Removes and returns the earliest item, if it is due by that time. */
    takeDue(byMs: number): Item | undefined {
      if (items.length === 0 || dueAt(heap, 0) > byMs) return undefined;
      const first = items[0];
      swap(heap, 0, items.length - 1);
      items.pop();
      times.pop();
      siftDown(heap);
      return first;
    },
    /** Makes an item due at an earlier time. Does nothing where it is due by then, or not in the heap. It looks at every item. */
    bringForward(item: Item, dueMs: number): void {
      const index = items.indexOf(item);
      if (index < 0 || dueAt(heap, index) <= dueMs) return;
      times[index] = dueMs;
      siftUp(heap, index);
    },
  };
}

/**
 * Items and when each is due, in two lists of the same order. An object for each would live from one look at a job to the next. Such garbage
 * is dear to collect.
 */
interface Heap<Item> {
  items: Item[];
  times: number[];
}

function siftUp<Item>(heap: Heap<Item>, index: number): void {
  let child = index;
  while (child > 0) {
    const parent = (child - 1) >> 1;
    if (dueAt(heap, parent) <= dueAt(heap, child)) return;
    swap(heap, parent, child);
    child = parent;
  }
}

function siftDown<Item>(heap: Heap<Item>): void {
  let parent = 0;
  for (;;) {
    const left = 2 * parent + 1;
    const child = dueAt(heap, left + 1) < dueAt(heap, left) ? left + 1 : left;
    if (dueAt(heap, parent) <= dueAt(heap, child)) return;
    swap(heap, parent, child);
    parent = child;
  }
}

/** When an item is due. Past the end of the heap it is never, so that the sifting needs no checks of its bounds. */
function dueAt({ times }: Heap<unknown>, index: number): number {
  return times[index] ?? Number.POSITIVE_INFINITY;
}

/** Swaps two entries of the heap. */
function swap<Item>({ items, times }: Heap<Item>, one: number, other: number): void {
  const [item, dueMs] = [items[one], times[one]];
  items[one] = items[other] as Item;
  times[one] = times[other] as number;
  items[other] = item as Item;
  times[other] = dueMs as number;
}
