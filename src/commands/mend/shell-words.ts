/**
 * The words of a command line as a POSIX shell reads them: plain words, quotes of both kinds, and `$'…'` without its octal
 * bytes. Undefined for a line that only a shell can read: with a pipe, a variable or an open quote.
 */
export function shellWords(line: string): string[] | undefined {
  const words: string[] = [];
  const pattern = /\s+|((?:'[^']*'|"[^"$`\\]*"|\\.|[^\s'"\\|&;<>()$`])+)/gy;
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
  return word.replace(/'([^']*)'|"([^"]*)"|\\(.)/g, (_, single?: string, double?: string, escaped?: string) =>
    [single, double, escaped].join(''),
  );
}
