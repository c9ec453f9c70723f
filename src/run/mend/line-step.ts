import type { LinePart } from '../../cli/typed-line.ts';

/** A line with one of its slips mended. */
export interface LineStep {
  argv: readonly string[];
  /** The change, as a sentence; empty where the line shows it. */
  said: string;
  /** True if a word of it is still to be filled in. */
  hasGap?: boolean;
}

/** The typed words, and those that genctl has for them. */
export function isHere(typed: readonly string[], words: readonly string[]): string {
  return `"${typed.join(' ')}" is "${words.join(' ')}" here.`;
}

/** Words in the place of a part of a line. */
export function partsOf(words: readonly string[]): LinePart[] {
  return words.length === 0 ? [] : [{ kind: 'flag', words }];
}
