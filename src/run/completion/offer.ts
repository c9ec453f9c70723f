import { safeLine } from '../../text/safe-text.ts';

/** A word that can be typed next, and its description. */
export interface Offer {
  word: string;
  says: string;
}

/**
 * Matches words that no shell has to quote. Other words of the service are left out: each of the four shells would quote them
 * in its own way, and `@last` or the beginning of an id names the job as well.
 */
const harmless = /^[A-Za-z0-9@][A-Za-z0-9@%+:,./_=-]*$/;

/** Longest description. Unit: characters. */
const longestSays = 72;

/** The offers that begin with the typed word, each with a short description. */
export function fitting(offers: readonly Offer[], typed: string): Offer[] {
  return offers
    .filter(({ word }) => word.startsWith(typed) && word.length <= 200 && harmless.test(word))
    .map(({ says, word }) => ({ word, says: shortLine(says) }));
}

/** Puts a text on one line, without characters that control a terminal. */
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
