/**
 * The words of a command line as a POSIX shell reads them: plain words, quotes of both kinds, and `$'…'` as `shellQuote`
 * writes it. Undefined for a line that only a shell can read: with a pipe, a variable or an open quote.
 */
export function shellWords(line: string): string[] | undefined {
  const words: string[] = [];
  const pattern = /\s+|((?:\$'(?:[^'\\]|\\.)*'|'[^']*'|"[^"$`\\]*"|\\.|[^\s'"\\|&;<>()$`])+)/gy;
  let at = 0;
  while (at < line.length) {
    pattern.lastIndex = at;
    const match = pattern.exec(line);
    if (match === null) return undefined;
    at = pattern.lastIndex;
    if (match[1] !== undefined) words.push(unquoted(match[1]));
  }
  return words;
}

function unquoted(word: string): string {
  const pieces = /\$'((?:[^'\\]|\\.)*)'|'([^']*)'|"([^"]*)"|\\(.)/g;
  return word.replace(pieces, (_, coded?: string, single?: string, double?: string, escaped?: string) =>
    coded === undefined ? [single, double, escaped].join('') : decoded(coded),
  );
}

/** What stands in `$'…'`: characters that can't be shown are there byte by byte, in octal. */
function decoded(text: string): string {
  return text.replace(/((?:\\[0-7]{3})+)|\\(.)/g, (_, octal?: string, escaped?: string) => {
    if (octal === undefined) return escaped === 'n' ? '\n' : String(escaped);
    const bytes = octal
      .slice(1)
      .split('\\')
      .map((byte) => Number.parseInt(byte, 8));
    return new TextDecoder().decode(Uint8Array.from(bytes));
  });
}
