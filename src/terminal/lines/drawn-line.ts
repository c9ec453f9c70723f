import type { Look } from '../../text/look.ts';
import { safeLine, safeUnits } from '../../text/safe-text.ts';
import { cutToWidth, wrapText } from '../../text/text-width.ts';
import { drawList } from '../list-window.ts';
import type { LineConfig } from './line-config.ts';
import { namesWidth, rowsMost, rowText } from './rows.ts';

/**
 * Readline edits a single line, so this character stands for the ends of lines in it. It is from the private use area, which
 * nobody types, and is drawn as a symbol.
 */
const mark = '\uE00A';

/** A text of several lines as one line that can be edited. */
export function asOneLine(text: string): string {
  return text.replaceAll(/\r\n|\r|\n/g, mark);
}

/** The text that such a line stands for. */
export function asText(line: string): string {
  return line.replaceAll(mark, '\n');
}

/** The text in the form that is drawn: each character keeps its place, and none steers the terminal. */
export function drawnText(text: string, { symbols }: Pick<Look, 'symbols'>): string {
  return safeUnits(asOneLine(text)).replaceAll(mark, symbols.lineEnd);
}

interface LineState {
  /** The place of the arrow among the rows that are found. */
  active: number;
  found: readonly number[];
  line: string;
  preset: string | undefined;
  /** The other completions that are possible. */
  others: readonly string[];
  refused: string | undefined;
  said: string | undefined;
  prefix: string;
}

/** A longer preset is cut to this width beside the question. Unit: columns. */
const besideMost = 60;

/** The screen: the question's line, and below it the rows and the remarks. */
export function drawLine(config: LineConfig, state: LineState): [string, string] {
  const { look, message, rows = [] } = config;
  const { colors, symbols } = look;
  const { active, found, line, prefix, preset } = state;
  const most = Math.min(besideMost, look.columns - 14);
  const beside =
    line !== '' || preset === undefined
      ? ''
      : colors.dim(`(${cutToWidth(drawnText(preset, look), most, symbols.ellipsis)})`);
  const parts = [prefix, colors.bold(message), beside, drawnText(line, look)];
  const head = parts.filter((part) => part !== '').join(' ');
  const widest = namesWidth(rows);
  return drawList({
    look,
    head: line === '' ? `${head} ` : head,
    count: found.length,
    active,
    rowsMost,
    row(place) {
      const row = rows[found[place] ?? -1];
      return row === undefined ? '' : rowText(row, { isActive: place === active, look, widest });
    },
    unseen: line === '' ? '; type a part of one to find it' : undefined,
    below: config.rows === undefined ? lineRemarks(config, state) : rowRemarks(config, rows.length, state),
  });
}

function lineRemarks({ hint, look, note }: LineConfig, { line, others, refused, said }: LineState): string[] {
  if (others.length > 0) return [below(others.join('  '), look)];
  if (refused !== undefined) return [faultLine(refused, look)];
  // More typing may mend a fault, so it waits for Enter.
  const noted = line === '' ? undefined : note?.(asText(line));
  const fact = noted?.kind === 'fact' ? noted.text : undefined;
  const count = line.split(mark).length;
  const ends = count === 1 ? undefined : `${count} lines; ${look.symbols.lineEnd} is where one ends`;
  const text = fact ?? said ?? ends ?? hint ?? '';
  return text === '' ? [] : [below(text, look)];
}

function rowRemarks(
  { hint, look, rows = [], unfound }: LineConfig,
  count: number,
  { active, found, line, refused }: LineState,
): string[] {
  const { colors, symbols } = look;
  if (refused !== undefined) return [faultLine(refused, look)];
  const none = `${colors.bad(symbols.bad)} None of ${count} matches.`;
  const remarks =
    found.length === 0
      ? [unfound?.(line.trim())]
      : [
          rows[found[active] ?? -1]?.says?.(),
          hint,
          line !== '' && count > rowsMost ? `${found.length} of ${count} lines` : '',
        ];
  return [
    ...(found.length === 0 ? [none] : []),
    ...remarks.flatMap((text) => (text === undefined || text === '' ? [] : [below(text, look)])),
  ];
}

/** A remark below a question takes at most so many lines. */
const linesMost = 2;
/** A longer text is cut before it is wrapped. Unit: UTF-16 units. */
const remarkMost = 2_000;

/** A remark below a question, wrapped where it is long and cut where it does not fit. */
function below(text: string, look: Pick<Look, 'colors' | 'columns' | 'symbols'>): string {
  const room = look.columns - 3;
  const { ellipsis } = look.symbols;
  const lines = wrapText(safeLine(text).slice(0, remarkMost), room);
  const shown = lines.slice(0, linesMost);
  if (lines.length > shown.length) shown.push(`${shown.pop() ?? ''}${ellipsis}`);
  return shown.map((line) => `  ${look.colors.dim(cutToWidth(line, room, ellipsis))}`).join('\n');
}

/** The line that says what is wrong with an answer. It is cut, since a pattern or a list of values in it may have any length. */
function faultLine(text: string, look: Pick<Look, 'colors' | 'columns' | 'symbols'>): string {
  const { colors, columns, symbols } = look;
  const words = cutToWidth(safeLine(text.slice(0, remarkMost)), 3 * columns, symbols.ellipsis);
  return `${colors.bad(symbols.bad)} ${words}`;
}
