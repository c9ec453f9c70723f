import type { FlowEvent } from '../../ledger/events.ts';
import type { Progress } from '../../ledger/narrator.ts';
import { isTerminal } from '../../service/lifecycle.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { changeLine, endLine, heartbeatLine, lastingLine } from './event-lines.ts';
import { createMovingLine, type MovingLine } from './moving-line.ts';
import { progressFacts } from './progress-line.ts';
import { isBusy, newProgressState, takeEvent } from './progress-state.ts';

/** The clock of progress, passed in so that no test waits. */
export interface ProgressClock {
  /** Wall clock. Unit: ms since 1970. */
  nowMs(): number;
  /** A clock that is never set back. Unit: ms. */
  monotonicMs(): number;
  /** Resolves after that time, or at once when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Time between two heartbeat lines where nothing moves. Unit: ms. */
const heartbeatMs = 30_000;
/** Time between two drawings of the moving line. Events only record what changed, since there may be ten thousand jobs. Unit: ms. */
const drawMs = 200;

/** Whether an event is that a job is over or a file is here. */
function isEnd(event: FlowEvent): boolean {
  return event.kind === 'downloaded' || (event.kind === 'state' && isTerminal(event.status));
}

/**
 * Shows progress as one moving line on stderr where the terminal allows it; otherwise as a line for each change of state and one
 * every 30 s. The same warning is shown only once.
 *
 * @param how with `tellsEnds: false` the ends of jobs and the files that came are left to others.
 */
export function createProgress(
  terminal: Terminal,
  clock: ProgressClock,
  { tellsEnds = true } = {},
): Progress {
  const { err } = terminal;
  const state = newProgressState();
  const warned = new Set<string>();
  const stopped = new AbortController();
  const moving = terminal.interactive ? createMovingLine(terminal.err) : undefined;
  let running = false;

  const draw = (line: MovingLine): void => {
    const nowMs = clock.monotonicMs();
    const facts = progressFacts(state, nowMs, err);
    if (facts.length > 0) line.show(facts);
    else line.hide();
  };
  const sayLine = (line: string | undefined): void => {
    if (line !== undefined) err.lines([line]);
  };
  /** Runs until `stop` is called. It never rejects: neither the clock nor drawing fails. */
  const run = async (): Promise<void> => {
    running = true;
    while (!stopped.signal.aborted) {
      if (moving?.moves() === true) draw(moving);
      await clock.sleep(moving?.moves() === true ? drawMs : heartbeatMs, stopped.signal);
      if (stopped.signal.aborted || moving?.moves() === true) continue;
      sayLine(heartbeatLine(state, clock.monotonicMs(), err));
    }
  };

  return {
    on(event) {
      if (stopped.signal.aborted) return;
      takeEvent(state, event, clock.monotonicMs());
      if (event.kind !== 'warning' || !warned.has(event.message))
        sayLine(lastingLine(event, clock.nowMs(), err));
      if (event.kind === 'warning') warned.add(event.message);
      if (tellsEnds || !isEnd(event))
        sayLine(moving?.moves() === true ? endLine(event, state, err) : changeLine(event, state, err));
      if (!running && isBusy(state, clock.monotonicMs())) void run();
    },
    stop() {
      stopped.abort();
      moving?.hide();
    },
  };
}
