import type { KeypressEvent } from '@inquirer/core';

/** Tell the terminal to mark where a paste begins and ends, and to stop doing so. Terminals that don't know this ignore it. */
export const tellPastes = { on: '\u001b[?2004h', off: '\u001b[?2004l' } as const;

/** A paste that is arriving key by key. Its ends of lines must not count as Enter. */
export interface Paste {
  /** The line before the cursor, and after it. */
  before: string;
  after: string;
  text: string;
}

export function isPasteStart(key: KeypressEvent): boolean {
  return key.name === 'paste-start';
}

export function isPasteEnd(key: KeypressEvent): boolean {
  return key.name === 'paste-end';
}

/** The paste with one more key. */
export function withKey(paste: Paste, key: KeypressEvent): Paste {
  const sequence = 'sequence' in key && typeof key.sequence === 'string' ? key.sequence : '';
  return { ...paste, text: paste.text + sequence };
}

/** The pasted lines, without empty ones at the end: copying whole lines includes the end of the last. */
export function pastedLines({ text }: Paste): string[] {
  const words = text.trimEnd();
  const isEnded = /[\r\n]/.test(text.slice(words.length));
  return (isEnded ? words : text).replaceAll('\t', ' ').split(/\r\n|\r|\n/);
}
