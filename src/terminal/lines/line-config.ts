import type { ListLook } from '../list-window.ts';
import type { ListRow } from './rows.ts';

/** A remark below a line while it is typed. */
export interface LineNote {
  text: string;
  kind: 'fault' | 'fact';
  /** True if a second Enter takes the line with its fault. */
  mayStay?: boolean;
}

/** A line after Tab, and the other completions that are possible. */
export interface Completion {
  line: string;
  others: readonly string[];
}

export interface LineConfig {
  message: string;
  look: ListLook;
  /** The rows to choose from: what is typed finds among them. Without rows the line is the answer. */
  rows?: readonly ListRow[] | undefined;
  /** The row that the arrow is at first. Without one, Enter takes nothing until the person moves the arrow or types. */
  active?: number | undefined;
  /** The text that the line begins with, to be changed. */
  initial?: string | undefined;
  /** The answer that Enter takes on an empty line. */
  preset?: string | undefined;
  /** True if the answer may have several lines, which are pasted. Otherwise pasted lines are joined, and a remark says so. */
  takesLines?: boolean | undefined;
  /** Words below the line while there is no remark on it. */
  hint?: string | undefined;
  /** The remark on a line. A fault keeps Enter from taking it, and is said then; one that may stay is for who asks to say. */
  note?: ((line: string) => LineNote | undefined) | undefined;
  /** A line below a list in which no row has what was typed; it says what to do instead. */
  unfound?: ((typed: string) => string | undefined) | undefined;
  /** A remark below the line until a key is pressed. */
  said?: LineNote | undefined;
  complete?: ((line: string) => Completion) | undefined;
  /** True if Ctrl-G ends the question with the text as it is. */
  isEdited?: boolean;
  /** Told of the text whenever it changes, and of the end by a key before it comes. */
  onType?: ((text: string) => void) | undefined;
  onEnd?: (() => void) | undefined;
}

/** How a question ended, with its text and the place of the row that was picked. */
export interface Given {
  by: 'back' | 'editor' | 'enter';
  text: string;
  row: number;
}
