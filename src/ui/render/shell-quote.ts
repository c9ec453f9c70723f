/** Characters that would move a cursor, or hide, where the line is shown. */
const steering = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u;

/**
 * One word: as it is where it is plain, else in single quotes; with `keepLines` line ends stand there as they are. What can't
 * be shown as it is goes into `$'…'`, byte by byte, which bash, zsh and ksh read.
 */
export function shellQuote(word: string, { keepLines = false } = {}): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  if (!steering.test(keepLines ? word.replaceAll('\n', '') : word))
    return `'${word.replaceAll("'", "'\\''")}'`;
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
