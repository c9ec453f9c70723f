import { safeLine } from '../../rules/safe-text.ts';

/** A word that can be typed next, and what it is. */
export interface Offer {
  word: string;
  says: string;
}

/**
 * What no shell reads as anything but letters, at the beginning of a word and within. A word of the service that has
 * other characters is left out: it would have to be quoted in four ways, and is as well named by `@last` or its beginning.
 */
const harmless = /^[A-Za-z0-9@][A-Za-z0-9@%+:,./_-]*$/;

/** Longest description. Unit: characters. */
const longestSays = 72;

/** The offers that begin with what is typed, one a line: the word, a tab, and what it is; for the scripts of the shells. */
export function offerLines(offers: readonly Offer[], typed: string): string[] {
  return offers
    .filter(({ word }) => word.startsWith(typed) && word.length <= 200 && harmless.test(word))
    .map(({ word, says }) => `${word}\t${shortLine(says)}`);
}

/** On one line, with nothing that steers a terminal. */
function shortLine(text: string): string {
  const characters = [
    ...safeLine(text.slice(0, 4 * longestSays))
      .replaceAll(/\s+/g, ' ')
      .trim(),
  ];
  return characters.length <= longestSays
    ? characters.join('')
    : `${characters.slice(0, longestSays - 1).join('')}…`;
}
