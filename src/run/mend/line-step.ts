import type { LinePart } from '../../cli/typed-line.ts';

/** A line with one of its slips mended. */
export interface LineStep {
  argv: readonly string[];
  /** What was changed, a sentence; empty where the line shows it. */
  said: string;
  /** Whether a word of it is still to be filled in. */
  hasGap?: boolean;
}

/** What was typed, and what it is called here. */
export function isHere(typed: readonly string[], words: readonly string[]): string {
  return `"${typed.join(' ')}" is "${words.join(' ')}" here.`;
}

/** Words in the place of a part of a line. */
export function partsOf(words: readonly string[]): LinePart[] {
  return words.length === 0 ? [] : [{ kind: 'flag', words }];
}
