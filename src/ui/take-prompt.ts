import {
  createPrompt,
  isDownKey,
  isEnterKey,
  isSpaceKey,
  isUpKey,
  useKeypress,
  useState,
} from '@inquirer/core';
import { counted } from '../rules/shown-value.ts';
import { isEscape, useQuestion } from './compose/use-question.ts';
import type { Look } from './look.ts';
import { cutToWidth } from './render/text-width.ts';

export interface TakePromptConfig {
  message: string;
  look: Look;
  /** Texts that are safe to show. */
  rows: readonly string[];
  /** Called for `o`, with the place of the row. */
  onOpen(place: number): void;
}

/**
 * A question for some of several takes: space chooses one, o opens its file, Enter answers with the chosen places, Esc with none.
 * The row at the arrow is not chosen by Enter alone, since a final costs money.
 */
export const takePrompt = createPrompt<number[], TakePromptConfig>(
  ({ look, message, onOpen, rows }, done) => {
    const { colors, symbols } = look;
    const { end, isDone, prefix } = useQuestion(look);
    const [active, setActive] = useState(0);
    const [chosen, setChosen] = useState<readonly number[]>([]);
    const inOrder = chosen.toSorted((one, other) => one - other);

    useKeypress((key, rl) => {
      if (isDone) return;
      rl.clearLine(0);
      if (isEnterKey(key) || isEscape(key)) {
        const answer = isEscape(key) ? [] : inOrder;
        setChosen(answer);
        end();
        done([...answer]);
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
      const names = inOrder.map((place) => `take ${place + 1}`);
      return `${head} ${colors.accent(names.length === 0 ? 'none' : names.join(', '))}`;
    }
    const lines = rows.map((row, place) => {
      const cursor = place === active ? colors.accent(symbols.arrow) : ' ';
      const mark = chosen.includes(place) ? colors.good(symbols.good) : ' ';
      const text = cutToWidth(row, look.columns - 6, symbols.ellipsis);
      return `${cursor} ${mark} ${place === active ? colors.accent(text) : text}`;
    });
    const enter =
      chosen.length === 0 ? 'Enter finalizes none' : `Enter pays for ${counted(chosen.length, 'final')}`;
    const keys = ['space chooses', 'o opens the clip', enter, 'Esc leaves'].join(` ${symbols.dot} `);
    return [head, [...lines, colors.dim(cutToWidth(keys, look.columns - 1, symbols.ellipsis))].join('\n')];
  },
);
