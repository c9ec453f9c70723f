import { UsageError } from '../errors/endings.ts';

/**
 * What stands in a suggested line for what only the person knows. A line that is typed with one of them as it stands is refused
 * before anything is sent. The prompt's has two words, so that a shell's quotes stand around it already.
 */
export const gaps = { prompt: 'YOUR PROMPT', link: 'URL', model: 'ID', value: 'VALUE' } as const;

/** The gaps that a request could be paid for with, and the name of a prompt in help. */
const ofRequests: ReadonlySet<unknown> = new Set([gaps.prompt, gaps.link, gaps.value, 'PROMPT']);

/** Whether a word is to be filled in, or has a part that is: `ID`, `LINK-OR-FILE`, `FIELD=VALUE`, `["PROGRAM"]`, `"to":"URL"`. */
export function hasGap(word: string): boolean {
  return (
    word === gaps.prompt ||
    /^@?([\w.-]+=)?"?[A-Z]{2,}(-[A-Z]+)*"?(=[A-Z]+)?$/.test(word) ||
    /^\["[A-Z]+"(, "[A-Z]+")*\]$/.test(word) ||
    new RegExp(`:"(${gaps.link}|${gaps.value})"`).test(word)
  );
}

/** The gap for the value of a flag, by its syntax: `NAME` of `--once <name>`; undefined for a switch. */
export function gapOfFlag(syntax: string): string | undefined {
  return /<(.+)>/.exec(syntax)?.[1]?.toUpperCase();
}

/** Throws UsageError for a request that holds a gap as a whole value. */
export function assertFilledIn(value: unknown): void {
  if (ofRequests.has(value)) throw gapLeft(String(value), '; --no-preflight sends it as it is');
  if (typeof value === 'object' && value !== null)
    for (const one of Object.values(value)) assertFilledIn(one);
}

/** The error for a gap that was not filled in; `otherwise` says after the hint how it is meant as it stands. */
export function gapLeft(gap: string, otherwise = ''): UsageError {
  return new UsageError({
    code: 'gap_left',
    message: `${gap} is a place to fill in`,
    why: 'It stands in a suggested line for what only you know. Nothing was sent.',
    hint: `type yours in the place of ${gap}${otherwise}`,
  });
}
