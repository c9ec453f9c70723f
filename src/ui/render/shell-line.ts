/** A command line that a POSIX shell reads back as just these words, whatever is in them. */
export function shellLine(words: readonly string[]): string {
  return words.map(exactQuote).join(' ');
}

/** Characters that would move a cursor, or hide, where the line is shown. */
const steering = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u;

/**
 * One word: as it is where it is plain, else in single quotes, lines and all. What can't be shown as it is goes into
 * `$'…'`, byte by byte, which bash, zsh and ksh read.
 */
function exactQuote(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  if (!steering.test(word.replaceAll('\n', ''))) return `'${word.replaceAll("'", "'\\''")}'`;
  const escaped = [...word].map((character) => {
    if (character === '\n') return '\\n';
    if (character === "'" || character === '\\') return `\\${character}`;
    return steering.test(character) ? octalBytes(character) : character;
  });
  return `$'${escaped.join('')}'`;
}

function octalBytes(character: string): string {
  return [...Buffer.from(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}
