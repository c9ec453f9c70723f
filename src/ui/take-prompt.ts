import {
  createPrompt,
  isDownKey,
  isEnterKey,
  isSpaceKey,
  isUpKey,
  type KeypressEvent,
  useKeypress,
  useState,
} from '@inquirer/core';
import { isEscape, useQuestion } from './compose/use-question.ts';
import type { Look } from './look.ts';
import { cutToWidth, textWidth } from './render/text-width.ts';

/** A take as a line of the question. Its texts are safe to show. */
interface TakeRow {
  /** What it is called once the question is answered. */
  name: string;
  text: string;
}

/** Where a page of takes stands among others. */
export interface TakePage {
  isFirst: boolean;
  isLast: boolean;
  /** How many takes are chosen on the other pages. */
  chosenElsewhere: number;
}

export interface TakePromptConfig {
  message: string;
  look: Look;
  rows: readonly TakeRow[];
  /** The places that are chosen at first; none unless given. */
  chosen?: readonly number[] | undefined;
  /** Unless given, these rows are all there are. */
  page?: TakePage | undefined;
  /** What Enter does with so many chosen takes, of all pages. */
  enter(chosen: number): string;
  /** Called for `o`, with the place of the row. */
  onOpen(place: number): void;
}

/** The chosen places in their order, and which way it goes on. After `left` nothing is chosen. */
export interface TakeAnswer {
  chosen: readonly number[];
  way: 'end' | 'left' | 'next' | 'previous';
}

/**
 * A question for some of several takes: space chooses one, o opens its file, Enter answers with the chosen places, Esc with none,
 * and where there are more pages the arrows to the sides turn them. The row at the arrow is not chosen by Enter alone, since a
 * final costs money.
 */
export const takePrompt = createPrompt<TakeAnswer, TakePromptConfig>((config, done) => {
  const { look, message, onOpen, page, rows } = config;
  const { colors, symbols } = look;
  const { end, isDone, prefix } = useQuestion(look);
  const [active, setActive] = useState(0);
  const [chosen, setChosen] = useState<readonly number[]>(config.chosen ?? []);
  const inOrder = chosen.toSorted((one, other) => one - other);

  useKeypress((key, rl) => {
    if (isDone) return;
    rl.clearLine(0);
    const way = endOf(key, page);
    if (way !== undefined) {
      const answer = way === 'left' ? [] : inOrder;
      setChosen(answer);
      end();
      done({ chosen: answer, way });
    } else if (isUpKey(key) || isDownKey(key)) {
      setActive((active + (isUpKey(key) ? -1 : 1) + rows.length) % rows.length);
    } else if (isSpaceKey(key)) {
      setChosen(chosen.includes(active) ? chosen.filter((one) => one !== active) : [...chosen, active]);
    } else if (key.name === 'o') {
      onOpen(active);
    }
  });

  const head = `${prefix} ${colors.bold(message)}`;
  if (isDone) {
    const names = inOrder.flatMap((place) => rows[place]?.name ?? []);
    const here = names.length === 0 ? [] : [names.join(', ')];
    const elsewhere =
      page === undefined || page.chosenElsewhere === 0 ? [] : [`${page.chosenElsewhere} of other pages`];
    return `${head} ${colors.accent([...here, ...elsewhere].join(' and ') || 'none')}`;
  }
  const lines = rows.map((row, place) => {
    const cursor = place === active ? colors.accent(symbols.arrow) : ' ';
    const mark = chosen.includes(place) ? colors.good(symbols.good) : ' ';
    const text = cutToWidth(row.text, look.columns - 6, symbols.ellipsis);
    return `${cursor} ${mark} ${place === active ? colors.accent(text) : text}`;
  });
  return [head, [...lines, ...keyLines(config, chosen.length)].join('\n')];
});

/** How a key ends the question; undefined for one that does not. */
function endOf(key: KeypressEvent, page: TakePage | undefined): TakeAnswer['way'] | undefined {
  if (isEnterKey(key)) return 'end';
  if (isEscape(key)) return 'left';
  const isNext = key.name === 'right' || key.name === 'pagedown';
  if (isNext && page?.isLast === false) return 'next';
  const isPrevious = key.name === 'left' || key.name === 'pageup';
  return isPrevious && page?.isFirst === false ? 'previous' : undefined;
}

/** What the keys do, in as many lines as that takes: none of it is broken in two. */
function keyLines({ enter, look, page }: TakePromptConfig, chosen: number): string[] {
  const { colors, columns, symbols } = look;
  const isOnly = page === undefined || (page.isFirst && page.isLast);
  const keys = [
    'space chooses',
    'o opens the clip',
    ...(isOnly ? [] : ['left and right turn the page']),
    enter(chosen + (page?.chosenElsewhere ?? 0)),
    'Esc leaves',
  ];
  const lines: string[] = [];
  for (const key of keys) {
    const last = lines.at(-1);
    const longer = `${last} ${symbols.dot} ${key}`;
    if (last !== undefined && textWidth(longer) < columns) lines[lines.length - 1] = longer;
    else lines.push(key);
  }
  return lines.map((line) => colors.dim(cutToWidth(line, columns - 1, symbols.ellipsis)));
}
