import type { FlowEvent, Progress } from '../../ledger/events.ts';
import { isTerminal } from '../../service/lifecycle.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { Cell } from '../../text/aligned.ts';
import { changeLine, endLine, heartbeatLine, lastingLine } from './event-lines.ts';
import { createMovingText } from './moving-line.ts';
import { progressFacts, progressLine } from './progress-line.ts';
import { newProgressState, takeEvent } from './progress-state.ts';

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

/** Tells whether an event means that a job has ended or a file is here. */
function isEnd(event: FlowEvent): boolean {
  return event.kind === 'downloaded' || (event.kind === 'state' && isTerminal(event.status));
}

/** How progress is shown. */
interface ProgressParts {
  /** False where others print the ends of jobs and the files that came. */
  tellsEnds?: boolean;
  /** The lines below the moving one, none longer than so many columns. They show the ends of jobs themselves, and stay until the end. */
  below?: ((columns: number) => string[]) | undefined;
}

/**
 * Shows progress as one moving line on stderr where the terminal allows it; otherwise as a line for each change of state and one
 * every 30 s. The same warning is shown only once.
 */
export function createProgress(
  terminal: Terminal,
  clock: ProgressClock,
  { below, tellsEnds = true }: ProgressParts = {},
): Progress {
  const { err } = terminal;
  const state = newProgressState();
  const warned = new Set<string>();
  const stopped = new AbortController();
  const facts = (): Cell[] => progressFacts(state, clock.monotonicMs(), err);
  const moving = terminal.interactive
    ? createMovingText(err, (columns) =>
        [progressLine(facts(), columns, err), ...(below?.(columns) ?? [])].join('\n'),
      )
    : undefined;
  const moves = (): boolean => moving?.moves() === true;
  let running = false;

  const sayLine = (line: string | undefined): void => {
    if (line !== undefined) err.lines([line]);
  };
  const movingEnd = (event: FlowEvent): string | undefined =>
    below === undefined ? endLine(event, state, err) : undefined;
  /** Runs until `stop` is called. It never rejects: neither the clock nor drawing fails. */
  const run = async (): Promise<void> => {
    running = true;
    while (!stopped.signal.aborted) {
      if (moves() && (below !== undefined || facts().length > 0)) moving?.show();
      else moving?.hide();
      await clock.sleep(moves() ? drawMs : heartbeatMs, stopped.signal);
      if (!stopped.signal.aborted && !moves()) sayLine(heartbeatLine(state, clock.monotonicMs(), err));
    }
  };
  if (below !== undefined) void run();

  return {
    on(event) {
      if (stopped.signal.aborted) return;
      takeEvent(state, event, clock.monotonicMs());
      if (event.kind !== 'warning' || !warned.has(event.message))
        sayLine(lastingLine(event, clock.nowMs(), err));
      if (event.kind === 'warning') warned.add(event.message);
      if (tellsEnds || !isEnd(event)) sayLine(moves() ? movingEnd(event) : changeLine(event, state, err));
      if (!running) void run();
    },
    stop() {
      stopped.abort();
      moving?.hide();
    },
  };
}
