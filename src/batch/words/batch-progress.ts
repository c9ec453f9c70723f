import { createMovingText, type ProgressClock } from '../../follow/words/progress.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { textLines } from '../../text/aligned.ts';
import { type BatchTally, countsLine, lastLine, paceLine, tallyLine } from './batch-lines.ts';

/** Time between two lines where nothing moves. Unit: ms. */
const heartbeatMs = 30_000;
/** Time between two drawings of the lines that stand still. Unit: ms. */
const drawMs = 200;

/**
 * Two lines that stand still on stderr where the terminal allows it, while other lines go up above them; otherwise a line every
 * 30 s. The tally is read when it is drawn, however often it changes.
 */
export function createBatchProgress(terminal: Terminal, clock: ProgressClock, tally: () => BatchTally) {
  const { err } = terminal;
  const stopped = new AbortController();
  const draw = (columns: number): string => {
    const now = tally();
    // The spinner takes two columns before the first line; the second is set below its text.
    return `${countsLine(now, columns, err)}\n  ${paceLine(now, columns, err, clock.monotonicMs())}`;
  };
  const moving = terminal.interactive ? createMovingText(err, draw) : undefined;
  return {
    /** Runs until it is stopped. It never rejects. */
    async run(): Promise<void> {
      while (!stopped.signal.aborted) {
        const moves = moving?.moves() === true;
        if (moves) moving?.show();
        await clock.sleep(moves ? drawMs : heartbeatMs, stopped.signal);
        if (moves || stopped.signal.aborted) continue;
        err.lines([tallyLine(tally(), err, clock.monotonicMs())]);
      }
    },
    /** Removes what moves, has `run` resolve, and says how the run ended. */
    stop(): void {
      stopped.abort();
      moving?.hide();
      err.lines(textLines({ text: lastLine(tally(), err, clock.monotonicMs()) }, err));
    },
  };
}
