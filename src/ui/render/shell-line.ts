import { shellQuote } from './shell-quote.ts';

/**
 * A command line that a POSIX shell reads back as exactly these words. It is one line, except that `keepLines` keeps the line
 * ends within words.
 */
export function shellLine(words: readonly string[], { keepLines = false } = {}): string {
  return words.map((word) => shellQuote(word, { keepLines })).join(' ');
}
