import type { TerminalStream } from '../../terminal/terminal.ts';
import { textWidth } from '../../text/text-width.ts';

/** The lines that answers leave on the screen. One is taken off where the person goes back to its question. */
export interface AnsweredLines {
  /** Told of a question before it is asked. */
  begin(message: string): void;
  /** Told of its answer as it stands on the screen; undefined where it leaves none. */
  answered(message: string, answer: string | undefined): void;
  /** Told that the person went back from it. */
  back(): void;
}

interface Line {
  message: string;
  answer: string;
  /** How many texts had been written then: below what was written since, the line is not found any more. */
  writes: number;
}

/** The cursor a line up, and that line empty. */
const eraseLine = '\u001b[1A\u001b[2K';

export function answeredLines(stream: TerminalStream): AnsweredLines {
  const lines: Line[] = [];
  let isBack = false;
  return {
    begin(message) {
      const last = lines.at(-1);
      if (!isBack || last?.message !== message || last.writes !== stream.writes()) return;
      lines.pop();
      // A line that is wrapped stays: where it begins is for the terminal to know.
      if (textWidth(`? ${message} ${last.answer}`) < stream.columns) stream.raw().write(eraseLine);
    },
    answered(message, answer) {
      isBack = false;
      if (answer !== undefined) lines.push({ message, answer, writes: stream.writes() });
    },
    back() {
      isBack = true;
    },
  };
}
