import type { FlagOutline } from './command-outline.ts';

/** One entry of a list: what it is about, as a macro line without its dot, and what is said of it. */
export interface Item {
  head: string;
  says: string;
}

const widest = 78;

/** A text as lines of mdoc: each sentence begins a line, and none is longer than 78 columns. */
export function inLines(text: string): string[] {
  return text
    .split(/(?<=[.?!:;])\s+(?=[A-Z@-])/)
    .flatMap((sentence) => wrapped(escaped(sentence)))
    .map(guarded);
}

/** A list with hanging heads. */
export function tagged(items: readonly Item[]): string[] {
  return [
    '.Bl -tag -width Ds',
    ...items.flatMap(({ head, says }) => [`.It ${head}`, ...inLines(says)]),
    '.El',
  ];
}

/** Lines as they are typed. */
export function literal(lines: readonly string[]): string[] {
  return ['.Bd -literal -offset indent', ...lines.map((line) => guarded(escaped(line))), '.Ed'];
}

export function flagItem({ choices, long, says, short, value }: FlagOutline): Item {
  const names = [short, long]
    .filter((name) => name !== undefined)
    .map((name) => `Fl ${name.slice(1).replaceAll('-', '\\-')}`);
  const head = `${names.join(' , ')}${value === undefined ? '' : ` Ar ${value}`}`;
  return { head, says: choices.length === 0 ? says : `${says}: ${choices.join(', ')}` };
}

function wrapped(sentence: string): string[] {
  const lines: string[] = [];
  for (const word of sentence.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > widest) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** Nothing of the text is read as an escape; a hyphen stays one that can be copied. */
function escaped(line: string): string {
  return spelled(
    line
      .replaceAll('\\', '\\e')
      .replaceAll('-', '\\-')
      // A flag that is broken at the end of a line can't be searched for or copied.
      .replaceAll(/(^| )(\(?\\-\\-)/g, '$1\\%$2'),
  );
}

/** The letters that mdoc has names for. */
export function spelled(line: string): string {
  return line.replaceAll('’', '\\(cq').replaceAll('…', '...').replaceAll('–', '\\(en');
}

/** A line that begins like a request is none. */
function guarded(line: string): string {
  return line.replace(/^(?=[.'])/, '\\&');
}
