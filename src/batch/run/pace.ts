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
  inFlight: number;
  limit: Pick<InFlight, 'limit' | 'how'>;
  /** Why no more submits begin; undefined while they do. */
  stopped: StopReason | undefined;
  /** Time until the account's gate lets a submit out. Unit: ms. */
  closedForMs: number;
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
 * Paces the submits of an account: a shot takes a slot before its submit begins, and gives it back once its job is over. After a
 * 429 no submit goes out until the account's gate is open; looks at jobs go on.
 */
export function createPace(ports: PacePorts) {
  const { clock, gate, onChange, shared } = ports;
  const [held, alarm] = [nothingHeld(), createAlarm(clock)];
  let state = inFlightAtStart(ports.inFlight);
  let stopped: StopReason | undefined;
  let isClosed = false;

  function note(event: SubmitEvent): void {
    const now = { nowMs: clock.monotonicMs(), closedForMs: closedForMs() };
    state = afterInFlight(state, { ...event, ...now, inFlight: inFlightAt(event, held) });
    shared?.note({ ...event, closedForMs: now.closedForMs });
  }
  const closedForMs = (nowMs = clock.monotonicMs()): number => gate.waitMs('submitJob', nowMs);
  const opensMs = (nowMs: number): number => Math.max(nowMs + closedForMs(nowMs), held.nextMs);
  function changed(): void {
    onChange();
    alarm.ring();
  }
  const mayBegin = (nowMs: number): boolean =>
    held.submits < gate.atOnceMost('submitJob') && opensMs(nowMs) <= nowMs;
  function handOut(nowMs: number): void {
    if (waitingIn(held) > 0 && mayBegin(nowMs)) note({ kind: 'waited' });
    while (waitingIn(held) > 0 && mayBegin(nowMs) && held.slots < inFlightMost(state)) {
      held.slots += 1;
      held.submits += 1;
      held.nextMs = nowMs + (state.spacing?.everyMs ?? 0);
      (held.line.begun.shift() ?? held.line.new.shift())?.(true);
    }
  }
  /** When a slot may be handed out though nothing else changes. It goes by the look at the clock by which none was. Unit: ms. */
  function nextMs(nowMs: number): number | undefined {
    if (waitingIn(held) === 0) return undefined;
    if (opensMs(nowMs) > nowMs) return opensMs(nowMs);
    // While a submit keeps others from beginning, its answer comes first: a try that is due would be a sleep of no time, again and again.
    return held.slots < inFlightMost(state) || !mayBegin(nowMs) ? undefined : nextTryMs(state);
  }
  async function waitForSlot(turn: Turn): Promise<boolean> {
    const slot = stopped === undefined && new Promise<boolean>((resolve) => held.line[turn].push(resolve));
    changed();
    return slot;
  }
  const hold: Hold = { held, clock, note, changed, waitForSlot, isShared: shared !== undefined };
  return {
    now: (): AccountPace => ({ inFlight: held.slots, limit: state, stopped, closedForMs: closedForMs() }),
    /**
     * Takes a slot in turn. `begun` shots go before those whose first submit has not begun. Resolves without a slot once it is
     * stopped.
     */
    take: async (turn: Turn = 'new'): Promise<Slot | undefined> =>
      (await waitForSlot(turn)) ? createSlot(hold, { submits: true }) : undefined,
    /** Takes a slot for a job that is in flight already, whether there is one or not. */
    adopt(): Slot {
      held.slots += 1;
      note({ kind: 'adopted' });
      changed();
      return createSlot(hold, { submits: false });
    },
    /** Lets no more submits begin; whoever waits for a slot goes without. The first reason stands. */
    stop(reason: StopReason): void {
      stopped ??= reason;
      for (const giveUp of Object.values(held.line).flatMap((turn) => turn.splice(0))) giveUp(false);
      changed();
    },
    /** Hands out slots. Resolves once it is closed. */
    async run(): Promise<void> {
      while (!isClosed) {
        const nowMs = clock.monotonicMs();
        handOut(nowMs);
        await alarm.sleepUntil(nextMs(nowMs));
      }
    },
    /** Says that no more slots will be taken. */
    close(): void {
      isClosed = true;
      alarm.ring();
    },
  };
}

/** The state that slots share. */
function nothingHeld() {
  /** The shots that wait for a slot. */
  const line: Record<Turn, ((hasSlot: boolean) => void)[]> = { begun: [], new: [] };
  /** How many slots are held, how many of their submits are under way, and how many shots wait for others without one. */
  return { slots: 0, submits: 0, aside: 0, line, nextMs: Number.NEGATIVE_INFINITY };
}

type Held = ReturnType<typeof nothingHeld>;

/** How many may have a slot: none that has not begun, while another one waits without its slot. */
function waitingIn({ aside, line }: Held): number {
  return line.begun.length + (aside > 0 ? 0 : line.new.length);
}

/** Nobody knows yet whether submits under way are taken. After a refusal they count, until they are refused as well. */
function inFlightAt({ kind }: SubmitEvent, { slots, submits }: Held): number {
  return kind === 'accepted' ? slots - submits : slots;
}

interface Hold {
  held: Held;
  clock: Clock;
  note(event: SubmitEvent): void;
  changed(): void;
  waitForSlot(turn: Turn): Promise<boolean>;
  isShared: boolean;
}

/** A slot that is held. `submits`: a submit is under way in it. */
function createSlot(
  { changed, clock, held, isShared, note, waitForSlot }: Hold,
  { submits }: { submits: boolean },
) {
  let isHeld = true;
  let isGivenUp = false;
  let isSubmitting = submits;
  let beganMs = clock.monotonicMs();

  /** Ends the submit of the slot. It wakes those that wait for a slot or for an answer. */
  function endSubmit(): void {
    if (isSubmitting) held.submits -= 1;
    isSubmitting = false;
    changed();
  }
  function giveBack(): void {
    if (isHeld) held.slots -= 1;
    isHeld = false;
    endSubmit();
  }
  async function takeBegun(): Promise<boolean> {
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
     * Gives the slot back after a 429 and takes another one, before any shot that has not begun. Resolves with whether it has one:
     * not where submits were stopped, or the limit is shared.
     */
    async takeAnother(): Promise<boolean> {
      giveBack();
      note({ kind: 'refused', beganMs });
      isGivenUp = isShared;
      if (isGivenUp) return false;
      return takeBegun();
    },
    /** Gives the slot back while the submit waits for others, and keeps new shots from it. What it returns takes another slot. */
    stepAside(): () => Promise<boolean> {
      held.aside += 1;
      giveBack();
      return () => {
        held.aside -= 1;
        return takeBegun();
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
