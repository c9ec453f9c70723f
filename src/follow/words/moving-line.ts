import type { Ora } from 'ora';
import type { TerminalStream } from '../../terminal/terminal.ts';
import { safeOutput } from '../../text/safe-text.ts';

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
