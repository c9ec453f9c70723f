import type { Clock } from '../../api/transport/clock.ts';
import { createAlarm } from '../../follow/wait/alarm.ts';
import type { ParentBook } from '../chains/parent-book.ts';
import { type HeldReason, heldReason, type ParentState, stillToCome } from '../rules/parents.ts';

/** A line that waits for the outputs of others. */
export interface WaitingLine {
  shot: string;
  /** The ids of the lines that it waits for. */
  parents: readonly string[];
}

export interface WaitingPorts<Line> {
  clock: Clock;
  book: Pick<ParentBook, 'note' | 'stateOf'>;
  /** The lines that wait for this one. */
  childrenOf(shot: string): readonly string[];
  /** Called with a line that is not sent because one that it waits for was lost. */
  onHeld(line: Line, reason: HeldReason): void;
  /** Called with a line that is not sent because one that it waits for was not. */
  onUnsent(line: Line): void;
}

export type WaitingLines<Line extends WaitingLine> = ReturnType<typeof createWaitingLines<Line>>;

/** The fate of a line that others may wait for. */
interface Settled {
  shot: string;
  state: ParentState;
}

/** The lines of a run that wait for others, until each is ready or will never be. */
export function createWaitingLines<Line extends WaitingLine>(ports: WaitingPorts<Line>) {
  const { book, childrenOf, onHeld, onUnsent } = ports;
  const alarm = createAlarm(ports.clock);
  const waiting = new Map<string, Line>();
  const underWay = new Set<string>();
  const ready: Line[] = [];
  let isStopped = false;

  /** A line whose outputs are all there; undefined where there is none now. */
  const takeReady = () => (isStopped ? undefined : ready.shift());
  /** Lets a line that waits go on where nothing is missing any more. Returns its own state where it will never be sent. */
  function decide(shot: string): Settled[] {
    const line = waiting.get(shot);
    if (line === undefined) return [];
    const reason = heldReason(line.parents, book.stateOf);
    const isUnsent = line.parents.some((parent) => book.stateOf(parent)?.kind === 'unsent');
    if (reason !== undefined || isUnsent) return giveUp(line, reason);
    if (stillToCome(line.parents, book.stateOf).length > 0) return [];
    waiting.delete(shot);
    ready.push(line);
    return [];
  }
  function giveUp(line: Line, reason?: HeldReason): Settled[] {
    waiting.delete(line.shot);
    if (reason === undefined) onUnsent(line);
    else onHeld(line, reason);
    return [{ shot: line.shot, state: reason?.state ?? { kind: 'unsent' } }];
  }
  /** A chain may be long: what follows from states is worked off in turn, without recursion. */
  function spread(open: Settled[]): void {
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      const children = childrenOf(one.shot);
      if (children.length > 0) book.note(one.shot, one.state);
      for (const child of children) open.push(...decide(child));
    }
    alarm.ring();
  }
  return {
    /** Takes a line in; it may be ready at once. */
    add(line: Line): void {
      waiting.set(line.shot, line);
      spread(decide(line.shot));
    },
    /** Says that a line is under way that others may wait for: its end is told by `settle`. */
    begin: (shot: string) => void underWay.add(shot),
    /** Says how a line ended that others may wait for, and so what becomes of those. */
    settle(shot: string, state: ParentState): void {
      underWay.delete(shot);
      spread([{ shot, state }]);
    },
    takeReady,
    /** Resolves with the next line that is ready; with undefined once none waits any more, or it is stopped. One caller at a time. */
    async next(): Promise<Line | undefined> {
      for (;;) {
        const line = takeReady();
        if (line !== undefined || isStopped || waiting.size === 0) return line;
        // With nothing under way nothing would ever wake it: another run has taken what these lines wait for out of this one's hands.
        if (underWay.size > 0) await alarm.sleepUntil(undefined);
        else spread([...waiting.values()].flatMap((line) => giveUp(line)));
      }
    },
    /** Lets no more lines out. */
    stop(): void {
      isStopped = true;
      alarm.ring();
    },
  };
}
