/** A command line that stands in a text, as the words that a shell would read. */
export type CommandLine = readonly string[];

/**
 * The command lines in a text. One begins with `genctl` and ends where its clause does: at a comma, a semicolon, a colon, a full
 * stop, a closing bracket, a backtick, or what ends a command in a shell. `…` stands for words that are left out.
 */
export function commandLinesIn(text: string): CommandLine[] {
  return [...text.matchAll(/(?<![\w/@-])genctl (?!can't )(?=\S)/g)].map(({ index }) =>
    wordsFrom(text.slice(index + 'genctl '.length)),
  );
}

/** The text without its command lines. */
export function besideCommands(text: string): string {
  return text.replace(/(?<![\w/@-])genctl (?:'[^']*'|"[^"]*"|[^,;`|&)\n])*/g, ' ');
}

function wordsFrom(text: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === "'" || character === '"') {
      const end = text.indexOf(character, at + 1);
      word = (word ?? '') + text.slice(at + 1, end === -1 ? text.length : end);
      at = end === -1 ? text.length : end;
    } else if (character === '\\') {
      word = (word ?? '') + (text[at + 1] ?? '');
      at += 1;
    } else if (character === ' ') {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (endsClause(text, at) && !(character === '.' && word === undefined)) {
      break;
    } else {
      word = (word ?? '') + character;
    }
  }
  if (word !== undefined) words.push(word);
  return words;
}

function endsClause(text: string, at: number): boolean {
  const isLast = at + 1 >= text.length || /\s/.test(text[at + 1] ?? '');
  return /[;`|&)\n<>]/.test(text[at] ?? '') || (/[,.:]/.test(text[at] ?? '') && isLast);
}
