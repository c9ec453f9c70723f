import type { Look } from '../../text/look.ts';
import { safeLine } from '../../text/safe-text.ts';
import { cutToWidth, wrapText } from '../../text/text-width.ts';

/** A remark below a question takes at most so many lines. */
const linesMost = 2;
/** A longer text is cut before it is wrapped. Unit: UTF-16 units. */
const remarkMost = 2_000;

/** A remark below a question, wrapped where it is long and cut where it does not fit. */
export function below(text: string, look: Pick<Look, 'colors' | 'columns' | 'symbols'>): string {
  const room = look.columns - 3;
  const { ellipsis } = look.symbols;
  const lines = wrapText(text.slice(0, remarkMost), room);
  const shown = lines.slice(0, linesMost);
  if (lines.length > shown.length) shown.push(`${shown.pop() ?? ''}${ellipsis}`);
  return shown.map((line) => `  ${look.colors.dim(cutToWidth(line, room, ellipsis))}`).join('\n');
}

/** The line that says what is wrong with an answer. It is cut, since a pattern or a list of values in it may have any length. */
export function faultLine(text: string, look: Pick<Look, 'colors' | 'columns' | 'symbols'>): string {
  const { colors, columns, symbols } = look;
  const words = cutToWidth(safeLine(text.slice(0, remarkMost)), 3 * columns, symbols.ellipsis);
  return `${colors.bad(symbols.bad)} ${words}`;
}
