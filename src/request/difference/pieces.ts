import { textWidth } from '../../text/text-width.ts';

/** A stretch of a line that is painted as one. Its text is safe to show and has no line ends. */
export interface Piece {
  text: string;
  paint?: ((text: string) => string) | undefined;
}

/** Breaks pieces into lines after spaces; a word longer than a line stays whole, also where it is of several pieces. */
export function wrapPieces(pieces: readonly Piece[], columns: number): Piece[][] {
  const lines: Piece[][] = [[]];
  let used = 0;
  for (const word of wordsOf(pieces)) {
    const width = textWidth(
      word
        .map(({ text }) => text)
        .join('')
        .trimEnd(),
    );
    if (used > 0 && used + width > columns) {
      lines.push([]);
      used = 0;
    }
    lines.at(-1)?.push(...word);
    used += textWidth(word.map(({ text }) => text).join(''));
  }
  return lines;
}

/** Paints a line. Neighbours of one paint are one stretch, so that a line has no more escape sequences than it needs. */
export function paintedLine(pieces: readonly Piece[]): string {
  const stretches: Piece[] = [];
  for (const { paint, text } of pieces) {
    const last = stretches.at(-1);
    if (last !== undefined && last.paint === paint) last.text += text;
    else stretches.push({ text, paint });
  }
  const last = stretches.at(-1);
  if (last !== undefined) last.text = last.text.trimEnd();
  return stretches
    .map(({ paint, text }) => (paint === undefined || text === '' ? text : paint(text)))
    .join('');
}

/** The pieces of each word, which ends with the spaces that follow it. */
function* wordsOf(pieces: readonly Piece[]): Generator<Piece[]> {
  let word: Piece[] = [];
  for (const { paint, text } of pieces) {
    for (const part of text.split(/(?<= )(?! )/)) {
      if (part === '') continue;
      word.push({ text: part, paint });
      if (!part.endsWith(' ')) continue;
      yield word;
      word = [];
    }
  }
  if (word.length > 0) yield word;
}
