import type { KeypressEvent } from '@inquirer/core';

/** Asks a terminal to say where a paste begins and ends, and not to any more. One that does not know it ignores it. */
export const tellPastes = { on: '\u001b[?2004h', off: '\u001b[?2004l' } as const;

/** A paste that is arriving, key by key: its ends of lines are no answers. */
export interface Paste {
  /** What was on the line before. */
  before: string;
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

/** The line after it: what was pasted in several lines is one. */
export function pastedLine({ before, text }: Paste): string {
  return (
    before +
    text
      .replaceAll(/\s*[\r\n]+\s*/g, ' ')
      .replaceAll('\t', ' ')
      .trimEnd()
  );
}
