/**
 * The words of a command line as AWS writes `credential_process`: parted at white space, with quotes around words that hold some.
 * Backslashes stand for themselves, as in paths of Windows. Undefined where a quote has no end.
 */
export function programWords(line: string): string[] | undefined {
  const words: string[] = [];
  const word = /\s*((?:"[^"]*"|'[^']*'|[^\s"'])+)/gy;
  let end = 0;
  for (const match of line.matchAll(word)) {
    words.push(
      (match[1] ?? '').replace(
        /"([^"]*)"|'([^']*)'/g,
        (_, double?: string, single?: string) => double ?? single ?? '',
      ),
    );
    end = match.index + match[0].length;
  }
  return line.slice(end).trim() === '' ? words : undefined;
}
