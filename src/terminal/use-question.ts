import { type KeypressEvent, makeTheme, useEffect, usePrefix, useState } from '@inquirer/core';
import type { Look } from '../text/look.ts';
import { promptTheme } from './prompt-theme.ts';

/** How long an escape may turn out to begin another key. Readline's own half a second would be felt. Unit: ms. */
const escapeMs = 80;

/** The parts that our own questions share: the sign before the message, which shows whether the question is done, and a quick Esc. */
export function useQuestion(look: Look) {
  const [status, setStatus] = useState<'idle' | 'done' | 'left'>('idle');
  const drawn = usePrefix({
    status: status === 'left' ? 'done' : status,
    theme: makeTheme(promptTheme(look)),
  });
  const prefix = status === 'left' ? look.colors.dim(look.symbols.stopped) : drawn;
  useEffect((readline) => {
    Object.assign(readline, { escapeCodeTimeout: escapeMs });
    // Readline stops listening when a shell continues the program after Ctrl-Z, and a program that listens to nothing ends.
    readline.on('SIGCONT', () => readline.resume());
  }, []);
  return {
    isDone: status !== 'idle',
    /** `left`: by Esc, which is no answer to be ticked. */
    end: (how: 'done' | 'left' = 'done') => setStatus(how),
    prefix,
  };
}

export function isEscape(key: KeypressEvent): boolean {
  return key.name === 'escape';
}
