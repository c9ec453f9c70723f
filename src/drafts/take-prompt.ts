import {
  createPrompt,
  isDownKey,
  isEnterKey,
  isSpaceKey,
  isUpKey,
  type KeypressEvent,
  useKeypress,
  useRef,
  useState,
} from '@inquirer/core';
import { drawList, type ListLook, useShrunk } from '../terminal/list-window.ts';
import { isEscape, useQuestion } from '../terminal/questions/use-question.ts';
import { alignRows } from '../text/aligned.ts';
import type { Look } from '../text/look.ts';
import { cutToWidth, textWidth } from '../text/text-width.ts';

/** A take as a line of the question. Its texts are safe to show. */
export interface TakeRow {
  /** Its name once the question is answered. */
  name: string;
  /** The words for it while it is ticked: its name and its seed. */
  ticked: string;
  text: string;
}

export interface TakePromptConfig {
  message: string;
  look: ListLook;
  /** All takes. Those of one page are shown: from the place `from` on, up to the place `to`, which is the next page's. */
  rows: readonly TakeRow[];
  from: number;
  to: number;
  /** True if their pictures are above, where some are side by side: then the arrows to the sides move, too. */
  isPictured: boolean;
  /** The places that are ticked at first, of all pages. */
  chosen: readonly number[];
  /** The act of Enter on so many ticked takes, in words. */
  enter(chosen: number): KeyWords;
  /** The cost of the finals of the takes at some places. */
  cost(chosen: readonly number[]): string;
  /** Called for `o`; resolves with what is to be said of it. Never rejects. */
  onOpen(): Promise<string>;
}

/** The ticked places of all pages in their order, and which way it goes on. After `left` nothing is ticked. */
interface TakeAnswer {
  chosen: readonly number[];
  way: 'end' | 'left' | 'next' | 'previous';
}

/**
 * A question for some of several takes. Space ticks one, o opens the page of them, Enter answers with the ticked places, Esc with
 * none. Where there are more pages, the arrows to the sides turn to them, unless they move between pictures. The row at the arrow is not ticked by Enter alone, since
 * a final costs money.
 */
export const takePrompt = createPrompt<TakeAnswer, TakePromptConfig>((config, done) => {
  const { from, look, message, rows, to } = config;
  const { colors } = look;
  const { end, isDone, prefix } = useQuestion(look);
  const [active, setActive] = useState(from);
  const [chosen, setChosen] = useState(config.chosen);
  const [remark, setRemark] = useState('');
  const isOver = useRef(false);
  const isShrunk = useShrunk(look);
  const inOrder = chosen.toSorted((one, other) => one - other);

  useKeypress((key, rl) => {
    if (isDone) return;
    rl.clearLine(0);
    if (isShrunk() && isEnterKey(key)) return;
    const way = endOf(key, config);
    const step = stepOf(key, config);
    if (way !== undefined) {
      const answer = way === 'left' ? [] : inOrder;
      isOver.current = true;
      setChosen(answer);
      end(way === 'left' ? 'left' : 'done');
      done({ chosen: answer, way });
    } else if (step !== undefined) {
      const count = to - from;
      setActive(from + ((active - from + step + count) % count));
    } else if (isSpaceKey(key)) {
      setChosen(chosen.includes(active) ? chosen.filter((one) => one !== active) : [...chosen, active]);
    } else if (key.name === 'o') {
      void config.onOpen().then((said) => {
        if (isOver.current !== true) setRemark(said);
      });
    }
  });

  const head = `${prefix} ${colors.bold(message)}`;
  if (isDone) {
    const names = inOrder.filter(isHere(config)).flatMap((place) => rows[place]?.name ?? []);
    const here = names.length === 0 ? [] : [names.join(', ')];
    const others = inOrder.length - names.length;
    const elsewhere = others === 0 ? [] : [`${others} of other pages`];
    return `${head} ${colors.accent([...here, ...elsewhere].join(' and ') || 'none')}`;
  }
  return drawTakes(config, head, { active, chosen: inOrder, remark });
});

function isHere({ from, to }: TakePromptConfig): (place: number) => boolean {
  return (place) => place >= from && place < to;
}

/** How a key ends the question; undefined for one that does not. */
function endOf(key: KeypressEvent, config: TakePromptConfig): TakeAnswer['way'] | undefined {
  if (isEnterKey(key)) return 'end';
  if (isEscape(key)) return 'left';
  const turns = turningOf(config) === 'sides' ? sideStep(key) : undefined;
  const isNext = turns === 1 || key.name === 'pagedown';
  if (isNext && config.to < config.rows.length) return 'next';
  const isPrevious = turns === -1 || key.name === 'pageup';
  return isPrevious && config.from > 0 ? 'previous' : undefined;
}

/** The keys that turn to another page: the arrows to the sides, or the page keys alone; `none` where there is one page. */
type Turning = 'none' | 'pages' | 'sides';

function turningOf({ from, isPictured, rows, to }: TakePromptConfig): Turning {
  if (to - from === rows.length) return 'none';
  return isPictured ? 'pages' : 'sides';
}

/** How many takes on a key moves; undefined for one that does not move. */
function stepOf(key: KeypressEvent, config: TakePromptConfig): -1 | 1 | undefined {
  if (isUpKey(key)) return -1;
  if (isDownKey(key)) return 1;
  return turningOf(config) === 'sides' ? undefined : sideStep(key);
}

function sideStep({ name }: KeypressEvent): -1 | 1 | undefined {
  if (name === 'left') return -1;
  return name === 'right' ? 1 : undefined;
}

interface TakeState {
  active: number;
  /** In their order. */
  chosen: readonly number[];
  /** The remark to make on the last key. */
  remark: string;
}

/** The question and the rows that fit, and below them what is ticked, what that costs, and what the keys do. */
function drawTakes(
  config: TakePromptConfig,
  head: string,
  { active, chosen, remark }: TakeState,
): [string, string] {
  const { cost, from, look, rows, to } = config;
  const { colors, symbols } = look;
  const names = chosen.filter(isHere(config)).flatMap((place) => rows[place]?.ticked ?? []);
  const room = { ...look, columns: look.columns - 1 };
  const line = (label: string, text: string): string =>
    alignRows([[{ text: label.padEnd('ticked'.length), paint: colors.dim }, text]], room, 2).join('\n');
  const ticked = line('ticked', tickedWords(names, chosen.length - names.length, look));
  const sum = line('cost', chosen.length === 0 ? 'nothing is ticked: nothing is bought' : cost(chosen));
  const page = remark === '' ? [] : [line('page', remark)];
  const keys = colors.dim(keyLine(config.enter(chosen.length), turningOf(config), look));
  return drawList({
    look,
    head,
    count: to - from,
    active: active - from,
    rowsMost: to - from,
    within: { before: from, all: rows.length },
    row(at) {
      const place = from + at;
      const cursor = place === active ? colors.accent(symbols.arrow) : ' ';
      const mark = chosen.includes(place) ? colors.good(symbols.good) : ' ';
      const text = cutToWidth(rows[place]?.text ?? '', look.columns - 6, symbols.ellipsis);
      return `${cursor} ${mark} ${place === active ? colors.accent(text) : text}`;
    },
    below: [ticked, sum, ...page, keys],
    // Enter pays this sum, so it is never out of sight.
    keeps: 1,
  });
}

/** The ticked takes stand behind a label, which takes so much. Unit: columns. */
const labelColumns = 11;
/** So many lines of them, where one is not enough: then each but the last may end early, between two words. */
const linesMost = 2;
/** Unit: columns. */
const endsEarly = 12;

/** The ticked takes: as many by their names as fit in two lines, and how many more. */
export function tickedWords(
  names: readonly string[],
  elsewhere: number,
  { columns }: Pick<Look, 'columns'>,
): string {
  if (names.length + elsewhere === 0) return 'none';
  const room = linesMost * (columns - labelColumns) - endsEarly;
  for (let named = names.length; ; named -= 1) {
    const more = names.length - named;
    const parts = [
      ...names.slice(0, named),
      ...(more === 0 ? [] : [`${more} more`]),
      ...(elsewhere === 0 ? [] : [`${elsewhere} of other pages`]),
    ];
    const words = parts.join(', ');
    if (named === 0 || textWidth(words) <= room) return words;
  }
}

/** The act of a key, in whole words and in few. */
export type KeyWords = readonly [whole: string, short: string];

const arrowWords: Readonly<Record<Turning, readonly KeyWords[]>> = {
  none: [['arrows move', 'arrows']],
  pages: [
    ['arrows move', 'arrows'],
    ['PgUp and PgDn show others', 'PgUp/PgDn'],
  ],
  sides: [
    ['up and down move', 'up/down'],
    ['left and right show others', 'left/right'],
  ],
};

/** The acts of the keys, in one line: in whole words where they fit, else in few. */
export function keyLine(
  enter: KeyWords,
  turning: Turning,
  { columns, symbols }: Pick<Look, 'columns' | 'symbols'>,
): string {
  const keys: KeyWords[] = [
    ...arrowWords[turning],
    ['space ticks', 'space ticks'],
    ['o opens the page', 'o page'],
    enter,
    ['Esc leaves', 'Esc'],
  ];
  const lineOf = (form: 0 | 1): string => keys.map((words) => words[form]).join(` ${symbols.dot} `);
  const whole = lineOf(0);
  return textWidth(whole) < columns ? whole : cutToWidth(lineOf(1), columns - 1, symbols.ellipsis);
}
