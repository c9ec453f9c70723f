import type { OutputMeans } from '../../outputs/output-means.ts';
import { textLines } from '../../text/aligned.ts';
import { shellLine } from '../../text/shell-quote.ts';
import { counted } from '../../text/shown-value.ts';

/** Says which of the chosen columns a terminal has no room for, and how they are seen. */
export function tellLeftOut({ around, terminal: { err } }: OutputMeans, titles: readonly string[]): void {
  const line = shellLine(['genctl', ...around.argv]);
  const text = `${counted(titles.length, 'column')} ${titles.length === 1 ? 'does' : 'do'} not fit: ${titles.join(', ')}. To see all:`;
  err.lines([...textLines({ text }, err), `  ${line} | cat`]);
}
