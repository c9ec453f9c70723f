import { createPrompt, isEnterKey, useKeypress, useState } from '@inquirer/core';
import type { Look } from '../text/look.ts';
import { isEscape, useQuestion } from './use-question.ts';

interface ConfirmConfig {
  message: string;
  look: Look;
  /** The answer of Enter alone. */
  preset: boolean;
}

/** A question for yes or no: y or n and Enter, Enter alone for what is preset, Esc for no. */
export const confirmPrompt = createPrompt<boolean, ConfirmConfig>(({ look, message, preset }, done) => {
  const { colors, symbols } = look;
  const { end, isDone, prefix } = useQuestion(look);
  const [typed, setTyped] = useState('');
  const [isUnclear, setUnclear] = useState(false);

  useKeypress((key, rl) => {
    if (isDone) return;
    if (!isEnterKey(key) && !isEscape(key)) {
      setTyped(rl.line);
      setUnclear(false);
      return;
    }
    const answer = isEscape(key) ? false : answerOf(typed, preset);
    if (answer === undefined) {
      // Enter has emptied the line; what was typed stays to be mended.
      rl.write(typed);
      setUnclear(true);
      return;
    }
    setTyped(answer ? 'Yes' : 'No');
    end(isEscape(key) ? 'left' : 'done');
    done(answer);
  });

  const head = `${prefix} ${colors.bold(message)}`;
  if (isDone) return `${head} ${colors.accent(typed)}`;
  const unclear = isUnclear ? `${colors.bad(symbols.bad)} y for yes, n or Esc for no` : '';
  return [`${head} ${colors.dim(preset ? '(Y/n)' : '(y/N)')} ${typed}`, unclear];
});

/** Undefined for what is neither a yes nor a no. */
function answerOf(typed: string, preset: boolean): boolean | undefined {
  const word = typed.trim().toLowerCase();
  if (word === '') return preset;
  return 'yes'.startsWith(word) ? true : 'no'.startsWith(word) ? false : undefined;
}
