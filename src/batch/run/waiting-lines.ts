import type { Clock } from '../../api/transport/clock.ts';
import { createAlarm } from '../../follow/wait/alarm.ts';
import { type HeldReason, heldReason, type ParentState, stillToCome } from '../rules/parent-state.ts';
import type { ParentBook } from './parent-book.ts';

/** A line that waits for the outputs of others. */
export interface WaitingLine {
  shot: string;
  /** The ids of the lines that it waits for. */
  parents: readonly string[];
}

export interface WaitingPorts<Line> {
  clock: Clock;
  book: Pick<ParentBook<unknown>, 'note' | 'stateOf'>;
  /** The lines that wait for this one. */
  childrenOf(shot: string): readonly string[];
  /** Called with a line that is not sent because one that it waits for was lost. */
  onHeld(line: Line, reason: HeldReason): void;
  /** Called with a line that is not sent because one that it waits for was not. */
  onUnsent(line: Line): void;
}

/** The lines of a run that wait for others, until each is ready or will never be. */
export interface WaitingLines<Line extends WaitingLine> {
  /** Takes a line in; it may be ready at once. */
  add(line: Line): void;
  /** Says that a line is under way that others may wait for: its end is told by `settle`. */
  begin(shot: string): void;
  /** Says how a line ended that others may wait for, and so what becomes of those. */
  settle(shot: string, state: ParentState): void;
  /** A line whose outputs are all there; undefined where there is none now. */
  takeReady(): Line | undefined;
  /** Resolves with the next line that is ready; with undefined once none waits any more, or it is stopped. One caller at a time. */
  next(): Promise<Line | undefined>;
  /** Lets no more lines out. */
  stop(): void;
}

export function createWaitingLines<Line extends WaitingLine>({
  book,
  childrenOf,
  clock,
  onHeld,
  onUnsent,
}: WaitingPorts<Line>): WaitingLines<Line> {
  const alarm = createAlarm(clock);
  const waiting = new Map<string, Line>();
  const underWay = new Set<string>();
  const ready: Line[] = [];
  let isStopped = false;

  /** Lets a line go on where nothing is missing any more. Returns its own state where it will never be sent. */
  function decide(line: Line): ParentState | undefined {
    const reason = heldReason(line.parents, book.stateOf);
    if (reason !== undefined) {
      waiting.delete(line.shot);
      onHeld(line, reason);
      return reason.state;
    }
    if (line.parents.some((parent) => book.stateOf(parent)?.kind === 'unsent')) return giveUp(line);
    if (stillToCome(line.parents, book.stateOf).length > 0) return undefined;
    waiting.delete(line.shot);
    ready.push(line);
    return undefined;
  }
  function giveUp(line: Line): ParentState {
    waiting.delete(line.shot);
    onUnsent(line);
    return { kind: 'unsent' };
  }
  /** A chain may be long: what follows from a state is worked off in turn, without recursion. */
  function spread(first: { shot: string; state: ParentState }): void {
    const open = [first];
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      const children = childrenOf(one.shot);
      if (children.length > 0) book.note(one.shot, one.state);
      for (const child of children) {
        const line = waiting.get(child);
        const state = line === undefined ? undefined : decide(line);
        if (state !== undefined) open.push({ shot: child, state });
      }
    }
    alarm.ring();
  }
  function giveUpAll(): void {
    for (const [shot, line] of [...waiting]) if (waiting.has(shot)) spread({ shot, state: giveUp(line) });
  }
  return {
    add(line) {
      waiting.set(line.shot, line);
      const state = decide(line);
      if (state !== undefined) spread({ shot: line.shot, state });
    },
    begin: (shot) => void underWay.add(shot),
    settle(shot, state) {
      underWay.delete(shot);
      spread({ shot, state });
    },
    takeReady: () => (isStopped ? undefined : ready.shift()),
    async next() {
      for (;;) {
        if (isStopped) return undefined;
        const line = ready.shift();
        if (line !== undefined) return line;
        if (waiting.size === 0) return undefined;
        // With nothing under way nothing would ever wake it: another run has taken what these lines wait for out of this one's hands.
        if (underWay.size > 0) await alarm.sleepUntil(undefined);
        else giveUpAll();
      }
    },
    stop() {
      isStopped = true;
      alarm.ring();
    },
  };
}
