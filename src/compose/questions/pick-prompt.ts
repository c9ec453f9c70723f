import {
  createPrompt,
  isDownKey,
  isEnterKey,
  isTabKey,
  isUpKey,
  type KeypressEvent,
  useEffect,
  useKeypress,
  useMemo,
  useState,
} from '@inquirer/core';
import { drawList, type ListLook, useShrunk } from '../../terminal/list-window.ts';
import { isEscape, useQuestion } from '../../terminal/use-question.ts';
import type { Look } from '../../text/look.ts';
import { safeLine } from '../../text/safe-text.ts';
import { cutToWidth, padToWidth, textWidth } from '../../text/text-width.ts';
import { below, faultLine } from './drawn-text.ts';

/** A row to pick. */
export interface PickRow {
  name: string;
  /** Words beside the name. Of a long list a function is called only for a row on the screen, and search ignores its words. */
  detail?: string | (() => string | undefined) | undefined;
  /** Words below the list, while the arrow is at this row; found as those beside it. */
  says?: string | (() => string | undefined) | undefined;
}

export interface PickConfig {
  message: string;
  look: ListLook;
  rows: readonly PickRow[];
  /** The place of the row that the arrow is at first. Without one, Enter takes nothing until the person moves the arrow or types. */
  preset: number | undefined;
  hint?: string | undefined;
  /** Why a row can't be picked after all; undefined where it can. It is called only for a row that Enter would take. */
  fault?: ((place: number) => string | undefined) | undefined;
  /** A line below a list in which no row has what was typed; it says what to do instead. */
  unfound?: ((typed: string) => string | undefined) | undefined;
  /** Called on Esc, before the question ends. */
  onBack?: (() => void) | undefined;
}

/** The number of rows on the screen at once, where it is high enough. */
const rowsMost = 9;

/** The place of the arrow while it is at no row. */
const unchosen = -1;

/** A question for one of several rows, by arrows or by typing a part of one. The answer is its place, or undefined after Esc, which goes back. */
export const pickPrompt = createPrompt<number | undefined, PickConfig>((config, done) => {
  const { look, message, rows } = config;
  const { colors } = look;
  const { end, isDone, prefix } = useQuestion(look, { keepsLateKeys: true });
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(config.preset ?? unchosen);
  const [refused, setRefused] = useState<string | undefined>(undefined);
  const search = useMemo(() => searchOf(rows), [rows]);
  const widest = useMemo(() => namesWidth(rows), [rows]);
  const found = useMemo(() => search(typed), [search, typed]);
  const isShrunk = useShrunk(look);

  // Readline has words already that were typed before the question was drawn.
  useEffect((rl) => {
    if (rl.line === '') return;
    setTyped(rl.line);
    setActive(0);
  }, []);

  useKeypress((key, rl) => {
    if (isDone) return;
    const keepTyped = (): void => {
      rl.clearLine(0);
      rl.write(typed);
    };
    const step = stepOf(key);
    const isUnseen = isShrunk();
    if (isEscape(key)) {
      config.onBack?.();
      end();
      done(undefined);
    } else if (isEnterKey(key)) {
      const picked = isUnseen ? undefined : found[active];
      if (picked === undefined) return rl.write(typed);
      const fault = config.fault?.(picked);
      setRefused(fault);
      if (fault !== undefined) return rl.write(typed);
      end();
      done(picked);
    } else if (step !== undefined) {
      keepTyped();
      setRefused(undefined);
      setActive(nextPlace(active, step, found.length));
    } else if (isTabKey(key)) {
      keepTyped();
    } else if (rl.line !== typed) {
      setTyped(rl.line);
      setRefused(undefined);
      setActive(rl.line === '' ? (config.preset ?? unchosen) : 0);
    }
  });

  const head = `${prefix} ${colors.bold(message)} `;
  if (isDone) {
    const picked = rows[found[active] ?? -1];
    return `${head}${colors.accent(safeLine(picked?.name ?? ''))}`.trimEnd();
  }
  return drawPick(config, `${head}${typed}`, { active, found, refused, typed, widest });
});

interface PickState {
  active: number;
  found: readonly number[];
  refused: string | undefined;
  typed: string;
  widest: number;
}

function drawPick(
  config: PickConfig,
  head: string,
  { active, found, refused, typed, widest }: PickState,
): [string, string] {
  const { hint, look, rows } = config;
  const isFiltered = typed !== '' && rows.length > rowsMost;
  const says = workedOut(rows[found[active] ?? -1]?.says);
  const remarks = [says, hint, isFiltered ? `${found.length} of ${rows.length} lines` : undefined]
    .filter((text) => text !== undefined && text !== '')
    .map((text) => below(safeLine(text ?? ''), look));
  const fault = refused === undefined ? [] : [faultLine(refused, look)];
  return drawList({
    look,
    head,
    count: found.length,
    active,
    rowsMost,
    row: (place) => rowText(rows[found[place] ?? -1], { isActive: place === active, look, widest }),
    unseen: typed === '' ? '; type a part of one to find it' : undefined,
    below: found.length === 0 ? noneFound(config, typed) : [...fault, ...remarks],
  });
}

/** The lines in the place of a list in which no row has what was typed. */
function noneFound({ look, rows, unfound }: PickConfig, typed: string): string[] {
  const { colors, symbols } = look;
  const instead = unfound?.(typed.trim());
  return [
    `${colors.bad(symbols.bad)} None of ${rows.length} matches.`,
    ...(instead === undefined ? [] : [below(safeLine(instead), look)]),
  ];
}

/** How many rows a key moves the arrow; undefined for a key that does not move it. */
function stepOf(key: KeypressEvent): number | undefined {
  if (isUpKey(key)) return -1;
  if (isDownKey(key)) return 1;
  if (key.name === 'pageup') return -rowsMost;
  return key.name === 'pagedown' ? rowsMost : undefined;
}

/** The next place of the arrow. Single steps wrap around at the ends; pages stop there. From no row a step goes to an end. */
function nextPlace(active: number, step: number, count: number): number {
  if (count === 0) return active;
  if (active === unchosen) return step > 0 ? 0 : count - 1;
  if (Math.abs(step) > 1) return Math.max(0, Math.min(active + step, count - 1));
  return (active + step + count) % count;
}

/** The first so many rows decide the width of the names: measuring thousands of names at every key would be felt. */
const measuredMost = 200;

/** A text, or the result of the function that makes it. */
function workedOut(text: string | (() => string | undefined) | undefined): string | undefined {
  return typeof text === 'function' ? text() : text;
}

/** Width of the names. Unit: columns. */
function namesWidth(rows: readonly PickRow[]): number {
  return Math.max(0, ...rows.slice(0, measuredMost).map(({ name }) => textWidth(safeLine(name))));
}

/** A drawn row: one line that is no wider than the screen. */
function rowText(
  row: PickRow | undefined,
  { isActive, look, widest }: { isActive: boolean; look: Look; widest: number },
): string {
  const { colors, symbols } = look;
  if (row === undefined) return '';
  const room = look.columns - 3;
  const name = cutToWidth(safeLine(row.name.slice(0, 4 * look.columns)), room, symbols.ellipsis);
  const paddedName = padToWidth(name, Math.min(widest, Math.floor((room * 2) / 3)));
  const left = room - textWidth(paddedName) - 2;
  const beside = left < 4 ? '' : safeLine(workedOut(row.detail) ?? '');
  const detail = cutToWidth(beside, left, symbols.ellipsis);
  const cursor = isActive ? colors.accent(symbols.arrow) : ' ';
  const shown = isActive ? colors.accent(name) : name;
  if (detail === '') return `${cursor} ${shown}`;
  return `${cursor} ${shown}${paddedName.slice(name.length)}  ${colors.dim(detail)}`;
}

/**
 * A search of these rows. Its answer to what is typed is the places of the rows that contain every typed word; those whose name
 * begins with the typed text come first.
 */
function searchOf(rows: readonly PickRow[]): (typed: string) => readonly number[] {
  const all = rows.map((_, place) => place);
  // The texts are put in lower case once, not at every key.
  let lowered: readonly { name: string; text: string }[] | undefined;
  return (typed) => {
    const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return all;
    lowered ??= rows.map(({ name, detail, says }) => {
      const seen = [detail, says].map((text) =>
        rows.length > measuredMost && typeof text === 'function' ? '' : workedOut(text),
      );
      return { name: name.toLowerCase(), text: [name, ...seen].join(' ').toLowerCase() };
    });
    const texts = lowered;
    const whole = typed.trim().toLowerCase();
    return all
      .filter((place) => words.every((word) => texts[place]?.text.includes(word)))
      .map((place) => ({ place, rank: rankOf(texts[place]?.name ?? '', whole) }))
      .sort((one, other) => one.rank - other.rank || one.place - other.place)
      .map(({ place }) => place);
  };
}

function rankOf(name: string, typed: string): number {
  if (name === typed) return 0;
  if (name.startsWith(typed)) return 1;
  return name.includes(typed) ? 2 : 3;
}
