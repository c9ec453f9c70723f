/**
 * Words in a suggested line that hold the place of a value that only the person knows. A line that still has one of them when it is
 * typed is refused before anything is sent. The prompt's has two words, so that a shell's quotes are around it already.
 */
export const gaps = {
  prompt: 'YOUR PROMPT',
  link: 'URL',
  id: 'ID',
  value: 'VALUE',
  name: 'NAME',
  file: 'FILE',
  amount: 'AMOUNT',
} as const;

/** Every word that is a gap: those of mends, those by which hints and help call a value, and `…` for words that were typed. */
const gapWords: ReadonlySet<unknown> = new Set([
  ...Object.values(gaps),
  ...['PROMPT', 'TEXT', 'FIELD', 'KEY', 'FOLDER', 'PATH', 'PROGRAM', 'ARGUMENT', 'LINK-OR-FILE', '…'],
]);

/** Tells whether a value is a place to fill in. */
export function isGap(value: unknown): boolean {
  return gapWords.has(value);
}

/** Tells whether a word of a line is a gap, or has one: `ID`, `@FILE`, `FILE.html`, `FIELD=VALUE`, `["PROGRAM"]`, `{"to":"URL"}`. */
export function hasGap(word: string): boolean {
  return isGap(word) || word.split(/[="]|^@|\.[a-z]\w*$/).some(isGap);
}

/** The gap for the value of a flag, by its syntax: `NAME` of `--once <name>`; undefined for a switch. */
export function gapOfFlag(syntax: string): string | undefined {
  const [, name] = /<(.+)>/.exec(syntax) ?? [];
  return name === undefined ? undefined : gapCalled(name);
}

/** The gap for what is called by a name: `FILE` for `file`. What no gap is called by is a value. */
export function gapCalled(name: string): string {
  const word = name.toUpperCase();
  return hasGap(word) ? word : gaps.value;
}
