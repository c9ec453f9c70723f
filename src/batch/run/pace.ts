import type { Clock } from '../../api/transport/clock.ts';
import type { RateGate } from '../../api/transport/rate-gate.ts';
import { createAlarm } from '../../follow/wait/alarm.ts';
import {
  afterInFlight,
  type InFlight,
  inFlightAtStart,
  inFlightMost,
  nextTryMs,
  type SubmitEvent,
} from '../rules/in-flight.ts';

/** Why no more submits begin. */
export type StopReason = 'interrupted' | 'balance' | 'budget' | 'unauthorized' | 'machine' | 'rate limited';

/** Whose turn it is: shots whose submit had begun before go first. */
type Turn = 'begun' | 'new';

/** A limit that several processes share, which each of them tells what became of its submits. */
export interface SharedPace {
  /** The answer to a submit; `beganMs` is on the monotonic clock. `closedForMs`: how long the account holds back. Unit: ms. */
  note(event: SubmitEvent & { closedForMs: number }): void;
  /**
   * For how long the answer to another process's submit holds all of them back. Asked before each submit. Rejects with a CliError
   * where none may be sent. Unit: ms.
   */
  heldBackMs(): Promise<number>;
}

/** How an account is paced, by this process or by several. */
export interface AccountPace {
  /** Jobs in flight, and submits under way. */
  running: number;
  /** How many of those there may be. */
  limit: number;
  /** As in `InFlight`. */
  limitIs: InFlight['how'];
  /** Time until a submit may go out, where a 429 holds all of them back. Unit: ms. */
  nextSubmitInMs: number | undefined;
  /** Why no more submits begin; undefined while they do. */
  stopped: StopReason | undefined;
}

/** @param closedForMs time until the account's gate lets a submit out. */
export function accountPace(
  running: number,
  { how: limitIs, limit }: Pick<InFlight, 'limit' | 'how'>,
  closedForMs: number,
  stopped?: StopReason,
): AccountPace {
  const nextSubmitInMs = stopped === undefined && closedForMs > 0 ? closedForMs : undefined;
  return { running, limit, limitIs, nextSubmitInMs, stopped };
}

export type Pace = ReturnType<typeof createPace>;

/** A place among the jobs in flight. */
export type Slot = ReturnType<typeof createSlot>;

export interface PacePorts {
  clock: Clock;
  gate: Pick<RateGate, 'waitMs' | 'atOnceMost'>;
  /** The limit that a person has set. */
  inFlight?: number | undefined;
  /** Present where other processes send as the same account. */
  shared?: SharedPace | undefined;
  /** Called when slots were taken or given back, or something else of the pace has changed. */
  onChange(): void;
}

/**
 * Paces the submits of an account: a shot takes a slot before its submit begins, and gives it back once its job is over. A slot is
 * handed out where the limit has room for one more job, and the account lets one more submit leave. After a 429 no submit goes out until
 * the account's gate is open; looks at jobs go on.
 */
export function createPace({ clock, gate, inFlight, onChange, shared }: PacePorts) {
  const [slots, alarm] = [noSlots(), createAlarm(clock)];
  let limit = inFlightAtStart(inFlight);
  let stopped: StopReason | undefined;
  let isClosed = false;

  const closedForMs = (nowMs = clock.monotonicMs()): number => gate.waitMs('submitJob', nowMs);
  const nextSubmitMs = (nowMs: number): number => Math.max(nowMs + closedForMs(nowMs), slots.spacedToMs);
  const maySubmit = (nowMs: number): boolean =>
    slots.submitting < gate.atOnceMost('submitJob') && nextSubmitMs(nowMs) <= nowMs;
  const hasRoom = (): boolean => slots.held < inFlightMost(limit);
  function note(event: SubmitEvent): void {
    const now = { nowMs: clock.monotonicMs(), closedForMs: closedForMs() };
    limit = afterInFlight(limit, { ...event, ...now, inFlight: inFlightAt(event, slots) });
    shared?.note({ ...event, closedForMs: now.closedForMs });
  }
  function changed(): void {
    onChange();
    alarm.ring();
  }
  function handOut(nowMs: number): void {
    if (waitingFor(slots) > 0 && maySubmit(nowMs)) note({ kind: 'waited' });
    while (waitingFor(slots) > 0 && maySubmit(nowMs) && hasRoom()) {
      slots.held += 1;
      slots.submitting += 1;
      slots.spacedToMs = nowMs + (limit.spacing?.everyMs ?? 0);
      (slots.waiting.begun.shift() ?? slots.waiting.new.shift())?.(true);
    }
  }
  /** When a slot may be handed out though nothing else changes. It goes by the look at the clock by which none was. Unit: ms. */
  function nextSlotMs(nowMs: number): number | undefined {
    if (waitingFor(slots) === 0) return undefined;
    if (nextSubmitMs(nowMs) > nowMs) return nextSubmitMs(nowMs);
    // While a submit keeps others from beginning, its answer comes first: a try that is due would be a sleep of no time, again and again.
    return hasRoom() || !maySubmit(nowMs) ? undefined : nextTryMs(limit);
  }
  async function waitForSlot(turn: Turn): Promise<boolean> {
    const slot =
      stopped === undefined && new Promise<boolean>((resolve) => slots.waiting[turn].push(resolve));
    changed();
    return slot;
  }
  const ports: SlotPorts = { slots, clock, note, changed, waitForSlot, isShared: shared !== undefined };
  return {
    now: () => accountPace(slots.held, limit, closedForMs(), stopped),
    /** Takes a slot in turn. Resolves without one once it is stopped. */
    take: async (turn: Turn = 'new'): Promise<Slot | undefined> =>
      (await waitForSlot(turn)) ? createSlot(ports, 'for a submit') : undefined,
    /** Takes a slot for a job that is in flight already, whether there is one or not. */
    adopt(): Slot {
      slots.held += 1;
      note({ kind: 'adopted' });
      changed();
      return createSlot(ports, 'for a job');
    },
    /** Lets no more submits begin; whoever waits for a slot goes without. The first reason stands. */
    stop(reason: StopReason): void {
      stopped ??= reason;
      for (const giveUp of Object.values(slots.waiting).flatMap((turn) => turn.splice(0))) giveUp(false);
      changed();
    },
    /** Hands out slots. Resolves once it is closed. */
    async run(): Promise<void> {
      while (!isClosed) {
        const nowMs = clock.monotonicMs();
        handOut(nowMs);
        await alarm.sleepUntil(nextSlotMs(nowMs));
      }
    },
    /** Says that no more slots will be taken. */
    close(): void {
      isClosed = true;
      alarm.ring();
    },
  };
}

type Slots = ReturnType<typeof noSlots>;

function noSlots() {
  return {
    /** Slots that are held: by submits under way, and by jobs in flight. */
    held: 0,
    /** Those of them whose submit is under way. */
    submitting: 0,
    /** Shots that wait for others without their slot, before their submit goes on. */
    aside: 0,
    /** The shots that wait for a slot, by their turn. */
    waiting: { begun: [], new: [] } as Record<Turn, ((hasSlot: boolean) => void)[]>,
    /** No submit leaves earlier, where 429s came of a rate. Unit: ms, monotonic. */
    spacedToMs: Number.NEGATIVE_INFINITY,
  };
}

/** How many may have a slot: none that has not begun, while another one waits without its slot. */
function waitingFor({ aside, waiting }: Slots): number {
  return waiting.begun.length + (aside > 0 ? 0 : waiting.new.length);
}

/** Nobody knows yet whether submits under way are taken. After a refusal they count, until they are refused as well. */
function inFlightAt({ kind }: SubmitEvent, { held, submitting }: Slots): number {
  return kind === 'accepted' ? held - submitting : held;
}

/** The parts of a pace that its slots use. */
interface SlotPorts {
  slots: Slots;
  clock: Clock;
  note(event: SubmitEvent): void;
  changed(): void;
  waitForSlot(turn: Turn): Promise<boolean>;
  isShared: boolean;
}

/** A slot that is held, for a submit that is under way in it from now on, or for a job that is in flight. */
function createSlot(
  { changed, clock, isShared, note, slots, waitForSlot }: SlotPorts,
  of: 'for a submit' | 'for a job',
) {
  let isHeld = true;
  let isGivenUp = false;
  let isSubmitting = of === 'for a submit';
  let beganMs = clock.monotonicMs();

  /** Ends the submit of the slot. It wakes those that wait for a slot or for an answer. */
  function endSubmit(): void {
    if (isSubmitting) slots.submitting -= 1;
    isSubmitting = false;
    changed();
  }
  function giveBack(): void {
    if (isHeld) slots.held -= 1;
    isHeld = false;
    endSubmit();
  }
  /** Takes a slot anew, before any shot that has not begun. Resolves with whether it has one. */
  async function takeAgain(): Promise<boolean> {
    isHeld = await waitForSlot('begun');
    isSubmitting = isHeld;
    beganMs = clock.monotonicMs();
    return isHeld;
  }
  return {
    /** True if it was given up after a 429: its shot goes back to where it came from, which all processes draw from. */
    get isGivenUp(): boolean {
      return isGivenUp;
    },
    /**
     * Gives the slot back after a 429 and takes another one. Resolves with whether it has one: not where submits were stopped, or the
     * limit is shared.
     */
    async takeAnother(): Promise<boolean> {
      giveBack();
      note({ kind: 'refused', beganMs });
      isGivenUp = isShared;
      return !isGivenUp && takeAgain();
    },
    /** Gives the slot back while the submit waits for others, and keeps new shots from it. What it returns takes another slot. */
    stepAside(): () => Promise<boolean> {
      slots.aside += 1;
      giveBack();
      return () => {
        slots.aside -= 1;
        return takeAgain();
      };
    },
    /** The submit is over, and its job has the slot from now on. `isNew`: the job was made by this submit. */
    keep({ isNew }: { isNew: boolean }): void {
      endSubmit();
      if (isNew) note({ kind: 'accepted' });
    },
    /** Gives the slot back for good; a second time does nothing. */
    leave(): void {
      if (isHeld) giveBack();
    },
  };
}
