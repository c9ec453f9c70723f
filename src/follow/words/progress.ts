import type { Ora } from 'ora';
import type { Clock } from '../../api/transport/clock.ts';
import type { FlowEvent, Progress } from '../../ledger/events.ts';
import { isTerminal } from '../../service/lifecycle.ts';
import type { Terminal, TerminalStream } from '../../terminal/terminal.ts';
import type { Cell } from '../../text/aligned.ts';
import { safeOutput } from '../../text/safe-text.ts';
import { eventLine } from './event-lines.ts';
import { newProgressState, progressFacts, progressLine, takeEvent } from './progress-line.ts';

/** The clock of progress, passed in so that no test waits. */
export type ProgressClock = Pick<Clock, 'monotonicMs' | 'nowMs' | 'sleep'>;

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

  /** Runs until `stop` is called. It never rejects: neither the clock nor drawing fails. */
  const run = async (): Promise<void> => {
    running = true;
    while (!stopped.signal.aborted) {
      if (moves() && (below !== undefined || facts().length > 0)) moving?.show();
      else moving?.hide();
      await clock.sleep(moves() ? drawMs : heartbeatMs, stopped.signal);
      if (!stopped.signal.aborted && !moves() && facts().length > 0)
        err.lines([progressLine(facts(), Number.POSITIVE_INFINITY, err)]);
    }
  };
  if (below !== undefined) void run();

  return {
    on(event) {
      if (stopped.signal.aborted) return;
      takeEvent(state, event, clock.monotonicMs());
      const isMoving = moves();
      const isTold = tellsEnds && !(isMoving && below !== undefined);
      const isKnown = event.kind === 'warning' && warned.size === warned.add(event.message).size;
      const line = isKnown ? undefined : eventLine(event, clock.nowMs(), err, { state, isMoving });
      if (line !== undefined && (isTold || !isEnd(event))) err.lines([line]);
      if (!running) void run();
    },
    stop() {
      stopped.abort();
      moving?.hide();
    },
  };
}

/** A text of one line or more that spins in place and leaves nothing behind. */
interface MovingText {
  /** False where the terminal does not tell its width: the text could not be erased there. */
  moves(): boolean;
  /** Draws the text as it is now. */
  show(): void;
  hide(): void;
}

/** Columns that the text must leave free: the spinner, the space after it, and one more so that the line never wraps. */
const keptColumns = 3;
/** Time between two frames. Unit: ms. */
const frameMs = 80;

/**
 * Draws on a terminal through ora, which is loaded with the first thing shown. `textFor` gives the text; none of its lines may be
 * longer than the columns that it is given.
 */
export function createMovingText(stream: TerminalStream, textFor: (columns: number) => string): MovingText {
  let isShown = false;
  let spinner: Ora | undefined;
  let loading = false;

  const moves = (): boolean => (stream.raw().columns ?? 0) > keptColumns;
  const text = (): string => safeOutput(textFor(stream.columns - keptColumns), { isPainted: true });
  const start = async (): Promise<void> => {
    loading = true;
    // Without ora, as when no more files can be opened, nothing moves, and the work goes on.
    const ora = await import('ora').catch(() => undefined);
    spinner = ora?.default({
      stream: stream.raw(),
      isEnabled: true,
      // Otherwise ora would read stdin: Ctrl-C would be no signal any more, and typing ahead would be lost.
      discardStdin: false,
      color: false,
      spinner: { interval: frameMs, frames: stream.symbols.spinner.map(stream.colors.accent) },
    });
    if (isShown && moves()) spinner?.start(text());
  };
  // Must run before the next frame: ora counts the lines to clear by the width, and loops for ever where that is 0.
  const fit = (): void => {
    if (spinner === undefined || !isShown) return;
    if (moves()) spinner.text = text();
    else hide();
  };
  const hide = (): void => {
    isShown = false;
    // A second stop would move the cursor on a line that others have written by now.
    if (spinner?.isSpinning === true) spinner.stop();
    stream.raw().off('resize', fit);
  };

  return {
    moves,
    show() {
      if (!isShown) stream.raw().on('resize', fit);
      isShown = true;
      if (spinner === undefined) {
        if (!loading) void start();
      } else if (spinner.isSpinning) {
        spinner.text = text();
      } else {
        spinner.start(text());
      }
    },
    hide,
  };
}
