import type { KeypressEvent } from '@inquirer/core';

export function isEscape(key: KeypressEvent): boolean {
  return key.name === 'escape';
}

/** How long an escape may turn out to begin another key. Readline's own half a second would be felt. Unit: ms. */
const escapeMs = 80;

export function quickEscape(readline: object): void {
  Object.assign(readline, { escapeCodeTimeout: escapeMs });
}
