/**
 * Matches the pieces that a text is split into: ASCII, and the rest up to a letter that begins a new character. A segmenter copies its whole
 * input for each character, which would take gigabytes for a long text.
 */
const pieces = /[ -~]+(?![^ -~])|.{1,512}?(?=[ -~\u3041-\u9fff\uac00-\ud7a3])|.{1,512}/gsu;
const ascii = /^[ -~]*$/;

let segmenter: Intl.Segmenter | undefined;

/** The characters of a text as a reader counts them: a letter with its marks, an emoji with its parts. No segmenter is loaded for ASCII. */
export function charactersOf(text: string): string[] {
  if (ascii.test(text)) return text.split('');
  segmenter ??= new Intl.Segmenter('und');
  const within = segmenter;
  return (text.match(pieces) ?? []).flatMap((piece) =>
    ascii.test(piece) ? piece.split('') : Array.from(within.segment(piece), ({ segment }) => segment),
  );
}
