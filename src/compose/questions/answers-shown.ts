import { stripVTControlCharacters } from 'node:util';
import { drawnText } from '../../terminal/lines/drawn-line.ts';
import { leaveAnswer } from '../../terminal/prompts.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { cutToWidth, textWidth } from '../../text/text-width.ts';
import type { Tick } from '../rules/ticks.ts';

/** Something on the screen that is no longer there once the answers are written anew. */
interface Piece {
  tick?: Tick;
  /** How many rows of the screen it takes; undefined where only the terminal knows. */
  rows: number | undefined;
  /** How many texts had been written before it and with it: between two pieces may be texts of others. */
  before: number;
  after: number;
  /** The width of the screen at that time. */
  columns: number;
}

/** The answers on the screen. What was written of an answer that is no more is taken off the screen with all below it. */
export interface AnswersShown {
  /** Has the screen say these values and no others. */
  show(ticks: readonly Tick[]): void;
  /** Shows the answer to a question that is not about the request, in the place of an earlier one. */
  showOwn(tick: Tick): void;
  /** Writes the request below the answers. An earlier one is taken off the screen. */
  showRequest(lines: readonly string[]): void;
  /** Takes the last answer off the screen where the person went back to its question. */
  begin(message: string): void;
  back(): void;
}

/** A longer answer is cut: the request shows it whole. Unit: rows. */
const rowsMost = 20;

export function createAnswersShown(look: Terminal['err']): AnswersShown {
  const screen = createPieces(look);
  let own: readonly Tick[] = [];
  let ofRequest: readonly Tick[] = [];
  let isBack = false;
  let hasRequest = false;

  const writeTick = (tick: Tick): void => {
    const shown = cutToWidth(drawnText(tick.text, look), rowsMost * look.columns, look.symbols.ellipsis);
    screen.write([`? ${tick.message} ${shown}`], () => leaveAnswer(look, tick.message, shown), tick);
  };
  const refresh = (isAnew: boolean): void => {
    isBack = false;
    const ticks = [...own, ...ofRequest];
    const wanted = ticks.map(keyOf);
    const isStale = screen.ticks().some((tick) => !takeKey(wanted, keyOf(tick)));
    if (isStale || isAnew) {
      hasRequest = false;
      if (!screen.clear()) screen.write([now], () => look.lines([look.colors.dim(now)]));
    }
    const there = screen.ticks().map(keyOf);
    for (const tick of ticks) if (!takeKey(there, keyOf(tick))) writeTick(tick);
  };
  return {
    show(ticks) {
      ofRequest = ticks;
      refresh(false);
    },
    showOwn(tick) {
      own = [...own.filter(({ message }) => message !== tick.message), tick];
      refresh(false);
    },
    showRequest(lines) {
      refresh(hasRequest);
      screen.write(lines, () => look.copies(lines));
      hasRequest = true;
    },
    begin(message) {
      if (isBack) screen.takeLast(message);
    },
    back() {
      isBack = true;
    },
  };
}

/** The line above the answers where those before can't be taken off the screen. */
const now = 'The answers now:';

/** The pieces on the screen, from the first answer down to the cursor. */
function createPieces(look: Terminal['err']) {
  let pieces: Piece[] = [];
  /** The rows above the cursor that the last pieces take; undefined where they can't be reached any more. */
  const rowsAbove = (last: readonly Piece[]): number | undefined => {
    let rows = 0;
    let after = look.writes();
    for (const piece of [...last].reverse()) {
      if (piece.rows === undefined || piece.after !== after || piece.columns !== look.columns)
        return undefined;
      rows += piece.rows;
      after = piece.before;
    }
    return rows < look.height ? rows : undefined;
  };
  return {
    ticks: (): Tick[] => pieces.flatMap(({ tick }) => tick ?? []),
    write(texts: readonly string[], send: () => void, tick?: Tick): void {
      const { columns } = look;
      const before = look.writes();
      send();
      const rows = rowsOfAll(texts, columns);
      pieces.push({ rows, before, after: look.writes(), columns, ...(tick && { tick }) });
    },
    /** Takes all pieces off the screen; false where they stay on it and count no more. */
    clear(): boolean {
      const rows = rowsAbove(pieces);
      pieces = [];
      if (rows !== undefined && rows > 0) look.raw().write(`\u001b[${rows}A\r\u001b[J`);
      return rows !== undefined;
    },
    /** Takes the last piece off the screen where it is the answer to this question. */
    takeLast(message: string): void {
      const last = pieces.at(-1);
      const rows = last?.tick?.message === message ? rowsAbove([last]) : undefined;
      if (rows === undefined) return;
      pieces.pop();
      look.raw().write('\u001b[1A\u001b[2K'.repeat(rows));
    },
  };
}

function keyOf({ message, text }: Tick): string {
  return `${message}\n${text}`;
}

/** Takes a key out of a list; false where it is not there. */
function takeKey(keys: string[], key: string): boolean {
  const index = keys.indexOf(key);
  if (index !== -1) keys.splice(index, 1);
  return index !== -1;
}

function rowsOfAll(texts: readonly string[], columns: number): number | undefined {
  let sum = 0;
  for (const text of texts) {
    const rows = rowsOf(text, columns);
    if (rows === undefined) return undefined;
    sum += rows;
  }
  return sum;
}

/** The rows that a text takes; undefined where it is wrapped within wide characters, since the terminal decides where. */
function rowsOf(painted: string, columns: number): number | undefined {
  const text = stripVTControlCharacters(painted);
  const width = textWidth(text);
  if (width > columns && width !== text.length) return undefined;
  return Math.max(1, Math.ceil(width / columns));
}
