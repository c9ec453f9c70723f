import type { KeypressEvent } from '@inquirer/core';

/** How a person left a question: with an answer, or back to the one before. */
export type Given<Answer> = { given: Answer } | typeof goBack;

export const goBack = { given: undefined, back: true } as const;

export function isBack<Answer>(given: Given<Answer>): given is typeof goBack {
  return 'back' in given;
}

export function isEscape(key: KeypressEvent): boolean {
  return key.name === 'escape';
}

/** How long an escape may turn out to begin another key. Readline's own half a second would be felt. Unit: ms. */
const escapeMs = 80;

export function quickEscape(readline: object): void {
  Object.assign(readline, { escapeCodeTimeout: escapeMs });
}
