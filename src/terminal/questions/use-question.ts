import { type KeypressEvent, makeTheme, useEffect, usePrefix, useState } from '@inquirer/core';
import type { Look } from '../../text/look.ts';

/**
 * The parts that our own questions share: the sign before the message, which shows whether the question is done, and a quick Esc.
 * `keepsLateKeys`: keys that arrive together with the one that ends the question are for the next.
 */
export function useQuestion(look: Look, { keepsLateKeys = false } = {}) {
  const [status, setStatus] = useState<'idle' | 'done' | 'left'>('idle');
  const { colors, symbols } = look;
  const drawn = usePrefix({
    status: status === 'left' ? 'done' : status,
    theme: makeTheme(questionTheme(look)),
  });
  const prefix = status === 'left' ? colors.dim(symbols.stopped) : drawn;
  useEffect((readline) => {
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

/** The signs and colours of a question. Inquirer's own depend on stdout, which may be a pipe while the questions are on stderr. */
export function questionTheme({ colors, symbols }: Look) {
  return {
    prefix: { idle: colors.accent('?'), done: colors.good(symbols.good) },
    spinner: { interval: 80, frames: symbols.spinner.map(colors.accent) },
    style: {
      answer: colors.accent,
      message: colors.bold,
      error: (text: string) => `${colors.bad(symbols.bad)} ${text}`,
      defaultAnswer: (text: string) => colors.dim(`(${text})`),
      help: colors.dim,
      highlight: colors.accent,
      key: colors.accent,
    },
  };
}

export function isEscape(key: KeypressEvent): boolean {
  return key.name === 'escape';
}
