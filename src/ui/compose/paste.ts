import type { KeypressEvent } from '@inquirer/core';

/** Asks a terminal to say where a paste begins and ends, and not to any more. One that does not know it ignores it. */
export const tellPastes = { on: '\u001b[?2004h', off: '\u001b[?2004l' } as const;

/** A paste that is arriving, key by key: its ends of lines are no answers. */
export interface Paste {
  /** What was on the line before the cursor, and after it. */
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

/** The lines of what was pasted, without empty ones at the end: whoever copies whole lines copies the end of the last. */
export function pastedLines({ text }: Paste): string[] {
  const words = text.trimEnd();
  const isEnded = /[\r\n]/.test(text.slice(words.length));
  return (isEnded ? words : text).replaceAll('\t', ' ').split(/\r\n|\r|\n/);
}
