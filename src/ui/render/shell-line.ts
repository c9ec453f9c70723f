import { shellQuote } from './shell-quote.ts';

/**
 * A command line that a POSIX shell reads back as just these words, whatever is in them. It is one line, but for the line ends
 * in words with `keepLines`.
 */
export function shellLine(words: readonly string[], { keepLines = false } = {}): string {
  return words.map((word) => shellQuote(word, { keepLines })).join(' ');
}
