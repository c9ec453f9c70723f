import { type KeypressEvent, makeTheme, useEffect, usePrefix, useState } from '@inquirer/core';
import type { Look } from '../look.ts';
import { promptTheme } from '../prompt-theme.ts';

/** How long an escape may turn out to begin another key. Readline's own half a second would be felt. Unit: ms. */
const escapeMs = 80;

/** What our own questions share: the sign before the message, which tells whether the question is done, and a quick Esc. */
export function useQuestion(look: Look) {
  const [status, setStatus] = useState<'idle' | 'done'>('idle');
  const prefix = usePrefix({ status, theme: makeTheme(promptTheme(look)) });
  useEffect((readline) => {
    Object.assign(readline, { escapeCodeTimeout: escapeMs });
  }, []);
  return { isDone: status === 'done', end: () => setStatus('done'), prefix };
}

export function isEscape(key: KeypressEvent): boolean {
  return key.name === 'escape';
}
