import { wrapWords } from '../text/wrap-words.ts';

/** In a line of help that is not laid out yet, what stands before the words that are broken to the window. */
export const breakable = '\t';

/** With fewer columns than this beside its term, an explanation stands below the term. */
const readableColumns = 28;
/** How far the explanation is indented there. */
const below = ' '.repeat(6);

/** Breaks help to a window of so many columns. An explanation stands beside its term where there is room, and below it in a narrow window. */
export function fitHelp(text: string, columns: number): string {
  return text
    .split('\n')
    .flatMap((line) => fitLine(line, columns))
    .join('\n');
}

function fitLine(line: string, columns: number): string[] {
  const place = line.indexOf(breakable);
  if (place === -1) return [line];
  const [term, words] = [line.slice(0, place), line.slice(place + breakable.length)];
  if (place > 0 && columns - place < readableColumns)
    return [term.trimEnd(), ...wrapped(words, columns - below.length).map((one) => below + one)];
  const [first = '', ...more] = wrapped(words, columns - place);
  return [term + first, ...more.map((one) => ' '.repeat(place) + one)];
}

/** Help has no character that takes two columns. */
function wrapped(words: string, columns: number): string[] {
  return wrapWords(words, columns, ({ length }) => length);
}
