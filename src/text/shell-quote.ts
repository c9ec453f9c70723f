import { isSteering } from './safe-text.ts';

/**
 * Quotes one word: a plain word stays as it is, any other gets single quotes, where `keepLines` keeps line ends as they are. A
 * word that can't be shown goes into `$'…'`, byte by byte, which bash, zsh and ksh read.
 */
export function shellQuote(word: string, { keepLines = false } = {}): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  if (!isSteering(word) && (keepLines || !word.includes('\n'))) return `'${word.replaceAll("'", "'\\''")}'`;
  const escaped = [...word].map((character) => {
    if (character === '\n') return '\\n';
    if (character === "'" || character === '\\') return `\\${character}`;
    return isSteering(character) ? octalBytes(character) : character;
  });
  return `$'${escaped.join('')}'`;
}

/**
 * A command line that a POSIX shell reads back as exactly these words. It is one line, except that `keepLines` keeps the line
 * ends within words.
 */
export function shellLine(words: readonly string[], { keepLines = false } = {}): string {
  return words.map((word) => shellQuote(word, { keepLines })).join(' ');
}

function octalBytes(character: string): string {
  return [...new TextEncoder().encode(character)]
    .map((byte) => `\\${byte.toString(8).padStart(3, '0')}`)
    .join('');
}
