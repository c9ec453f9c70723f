import type { Ora } from 'ora';
import { progressLine } from './progress-line.ts';
import type { Cell } from './render/aligned.ts';
import type { TerminalStream } from './terminal.ts';

/** One line that spins in place and leaves nothing behind. */
export interface MovingLine {
  /** False where the terminal does not say how wide it is: the line could not be taken back there. */
  moves(): boolean;
  show(facts: readonly Cell[]): void;
  hide(): void;
}

/** Columns that are not for the text: the spinner, the space after it, and one so that the line never wraps. */
const keptColumns = 3;
/** Between two frames. Unit: ms. */
const frameMs = 80;

/** Undefined where it can't be loaded, as where no more file may be opened: nothing moves then, and the work goes on. */
function loadOra(): Promise<typeof import('ora').default | undefined> {
  return import('ora').then(
    ({ default: ora }) => ora,
    () => undefined,
  );
}

/** Draws on a terminal through ora, which is loaded with the first thing shown. */
export function createMovingLine(stream: TerminalStream): MovingLine {
  let facts: readonly Cell[] | undefined;
  let spinner: Ora | undefined;
  let loading = false;

  const moves = (): boolean => (stream.raw.columns ?? 0) > keptColumns;
  const text = (): string => progressLine(facts ?? [], stream.columns - keptColumns, stream);
  const start = async (): Promise<void> => {
    loading = true;
    const ora = await loadOra();
    spinner = ora?.({
      stream: stream.raw,
      isEnabled: true,
      // Ctrl-C stays a signal of the terminal, and what is typed ahead stays typed.
      discardStdin: false,
      color: false,
      spinner: { interval: frameMs, frames: stream.symbols.spinner.map(stream.colors.accent) },
    });
    if (facts !== undefined && moves()) spinner?.start(text());
  };
  // Told before the next frame is drawn: ora counts the lines to clear by the width, and never ends where it is 0.
  const fit = (): void => {
    if (spinner === undefined || facts === undefined) return;
    if (moves()) spinner.text = text();
    else hide();
  };
  const hide = (): void => {
    facts = undefined;
    // A second stop would move the cursor of a line that is somebody else's by now.
    if (spinner?.isSpinning === true) spinner.stop();
    stream.raw.off('resize', fit);
  };

  return {
    moves,
    show(newFacts) {
      if (facts === undefined) stream.raw.on('resize', fit);
      facts = newFacts;
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
