import type { KeypressEvent } from '@inquirer/core';

/** What a person did at a question: answered it, or asked for the one before. */
export type Given<Answer> = { given: Answer } | typeof goBack;

export const goBack = { given: undefined, back: true } as const;

export function isBack<Answer>(given: Given<Answer>): given is typeof goBack {
  return 'back' in given;
}

export function isEscape(key: KeypressEvent): boolean {
  return key.name === 'escape';
}

/** How long an escape may be the beginning of another key; readline's own half a second is felt. Unit: ms. */
const escapeMs = 80;

export function quickEscape(readline: object): void {
  Object.assign(readline, { escapeCodeTimeout: escapeMs });
}
