import { type KeypressEvent, makeTheme, useEffect, usePrefix, useState } from '@inquirer/core';
import type { Look } from '../text/look.ts';

/** How long an escape may turn out to begin another key. Readline's own half a second would be felt. Unit: ms. */
const escapeMs = 80;

/**
 * The parts that our own questions share: the sign before the message, which shows whether the question is done, and a quick Esc.
 * `keepsLateKeys`: keys that arrive together with the one that ends the question are for the next.
 */
export function useQuestion(look: Look, { keepsLateKeys = false } = {}) {
  const [status, setStatus] = useState<'idle' | 'done' | 'left'>('idle');
  const { colors, symbols } = look;
  const signs = { idle: colors.accent('?'), done: colors.good(symbols.good) };
  // Inquirer's own colours depend on stdout, which may be a pipe while the questions are on stderr.
  const drawn = usePrefix({
    status: status === 'left' ? 'done' : status,
    theme: makeTheme({ prefix: signs, spinner: { frames: symbols.spinner.map(colors.accent) } }),
  });
  const prefix = status === 'left' ? colors.dim(symbols.stopped) : drawn;
  useEffect((readline) => {
    Object.assign(readline, { escapeCodeTimeout: escapeMs });
    insertAtCursor(readline);
    // Readline stops listening when a shell continues the program after Ctrl-Z, and a program that listens to nothing ends.
    readline.on('SIGCONT', () => readline.resume());
    return keepsLateKeys ? () => passOn(readline.input) : undefined;
  }, []);
  return {
    isDone: status !== 'idle',
    /** `left`: by Esc, which is no answer to be ticked. */
    end: (how: 'done' | 'left' = 'done') => setStatus(how),
    prefix,
  };
}

/** Gives the next question the keys that arrived behind the one which ended this. */
function passOn(input: NodeJS.ReadableStream): void {
  const late: string[] = [];
  const hear = (_: unknown, { sequence = '' }: { sequence?: string }): void => void late.push(sequence);
  input.on('keypress', hear);
  setImmediate(() => {
    input.off('keypress', hear);
    if (late.length > 0) input.unshift(late.join(''));
  });
}

/**
 * Has readline put keys where the cursor is. It takes keys that arrive together for a paste, and appends all but the last. Without
 * completion it does not.
 */
function insertAtCursor(readline: object): void {
  Object.defineProperty(readline, 'isCompletionEnabled', {
    get(this: { cursor: number; line: string }) {
      return this.cursor < this.line.length;
    },
    set() {},
  });
}

export function isEscape(key: KeypressEvent): boolean {
  return key.name === 'escape';
}
