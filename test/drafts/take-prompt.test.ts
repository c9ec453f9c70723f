import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { keyLine, type TakePromptConfig, takePrompt, tickedWords } from '../../src/drafts/take-prompt.ts';
import { ascii, KeptStream, look } from '../terminal/looks.ts';

/** Some takes, asked for; each key is pressed once the screen shows what comes before it. */
function open(more: Partial<TakePromptConfig> = {}, takes = 3) {
  const input = new PassThrough();
  const output = new KeptStream(120);
  let opened = 0;
  const answer = takePrompt(
    {
      message: 'Which?',
      look: look(120, { height: 30 }),
      rows: Array.from({ length: takes }, (_, at) => {
        const name = `take ${at + 1}`;
        return { name, ticked: `${name} (seed ${at * 7})`, text: `${name}, seed ${at * 7}` };
      }),
      enter: (chosen) => (chosen === 0 ? ['Enter takes none', 'Enter'] : [`Enter takes ${chosen}`, 'Enter']),
      cost: (chosen) => `the sum of ${chosen.join(' and ')}`,
      async onOpen() {
        opened += 1;
        return 'opened takes.html';
      },
      from: 0,
      to: takes,
      isPictured: false,
      chosen: [],
      ...more,
    },
    { input, output },
  );
  return {
    answer,
    opened: () => opened,
    output,
    async press(seen: string, keys: string) {
      while (!output.text.includes(seen)) await new Promise((resolve) => setImmediate(resolve));
      output.text = '';
      input.write(keys);
    },
  };
}

const down = '\x1b[B';
const left = '\x1b[D';
const right = '\x1b[C';

describe('the takes to finalize', () => {
  it('Enter with nothing ticked answers none, wherever the arrow stands, and says before that it buys nothing', async () => {
    const first = open();
    await first.press('nothing is ticked: nothing is bought', '\r');
    expect(await first.answer).toEqual({ chosen: [], way: 'end' });
    expect(first.output.text).toContain('none');
    const moved = open();
    await moved.press('Enter takes none', down);
    await moved.press('→   take 2', '\r');
    expect(await moved.answer).toEqual({ chosen: [], way: 'end' });
  });

  it('says at each tick what is ticked, with its seeds, and what that costs; Enter answers in the order of the takes', async () => {
    const { answer, press } = open();
    await press('Enter takes none', `${down}${down} `);
    await press('ticked  take 3 (seed 14)\n', '\x1b[A\x1b[A ');
    await press('ticked  take 1 (seed 0), take 3 (seed 14)\n  cost    the sum of 0 and 2\n', '');
    await press('', '\r');
    expect(await answer).toEqual({ chosen: [0, 2], way: 'end' });
  });

  it('space a second time takes a tick back', async () => {
    const { answer, press } = open();
    await press('Enter takes none', ' ');
    await press('Enter takes 1', ' ');
    await press('ticked  none', '\r');
    expect(await answer).toEqual({ chosen: [], way: 'end' });
  });

  it('Esc answers none, whatever is ticked', async () => {
    const { answer, press } = open();
    await press('Enter takes none', ' ');
    await press('Enter takes 1', '\x1b');
    expect(await answer).toEqual({ chosen: [], way: 'left' });
  });

  it('o opens the page of the takes, says so, and ticks nothing', async () => {
    const { answer, opened, press } = open();
    await press('o opens the page', 'o');
    await press('page    opened takes.html', '\r');
    expect(await answer).toEqual({ chosen: [], way: 'end' });
    expect(opened()).toBe(1);
  });

  it('has pages that the arrows to the sides turn to, with what is ticked on each', async () => {
    const page = { from: 3, to: 6 };
    const forth = open({ ...page, chosen: [0, 4, 7] }, 9);
    await forth.press('ticked  take 5 (seed 28), 2 of other pages', ' ');
    await forth.press(
      'ticked  take 4 (seed 21), take 5 (seed 28), 2 of other pages\n  cost    the sum of 0 and 3 and 4 and 7\n',
      '',
    );
    await forth.press('', right);
    expect(await forth.answer).toEqual({ chosen: [0, 3, 4, 7], way: 'next' });
    expect(forth.output.text).toContain('take 4, take 5 and 2 of other pages');
    const back = open(page, 9);
    await back.press('left and right show others', `${down}${down}${down} `);
    await back.press('ticked  take 4 (seed 21)', left);
    expect(await back.answer).toEqual({ chosen: [3], way: 'previous' });
    expect(back.output.text).not.toMatch(/take [37]/);
  });

  it('has no page before the first and none after the last', async () => {
    const { answer, output, press } = open();
    await press('Enter takes none', '\x1b[5~\x1b[6~ ');
    await press('Enter takes 1', '\r');
    expect(await answer).toEqual({ chosen: [0], way: 'end' });
    expect(output.text).not.toContain('show others');
  });

  it('moves by the arrows to the sides as well, where these turn no page', async () => {
    const { answer, press } = open();
    await press('arrows move · space ticks', `${right} `);
    await press('ticked  take 2', `${left}${left} `);
    await press('ticked  take 2 (seed 7), take 3', '\r');
    expect(await answer).toEqual({ chosen: [1, 2], way: 'end' });
  });

  it('with pictures above, the arrows to the sides move between them, and the page keys turn the page', async () => {
    const page = { from: 3, to: 6, isPictured: true };
    const { answer, press } = open(page, 9);
    await press('arrows move · PgUp and PgDn show others', `${right} `);
    await press('ticked  take 5', '\x1b[6~');
    expect(await answer).toEqual({ chosen: [4], way: 'next' });
    const first = open(page, 9);
    await first.press('Enter takes none', '\x1b[5~');
    expect(await first.answer).toEqual({ chosen: [], way: 'previous' });
  });

  it('shows as many rows as the terminal has lines for, around the arrow', async () => {
    const { answer, output, press } = open({ look: look(120, { height: 12 }) }, 30);
    await press('1–7 of 30', down.repeat(20));
    await press('18–24 of 30', '');
    await press('', '\r');
    expect(await answer).toEqual({ chosen: [], way: 'end' });
    expect(output.text).not.toContain('take 30');
  });

  it('shows the row at the arrow in a terminal of any height, and pays for nothing where it became lower', async () => {
    const low = look(120, { height: 6 });
    const { answer, press } = open({ look: low }, 30);
    await press('nothing is bought', `${down} `);
    await press('ticked  take 2', '');
    Object.assign(low, { height: 2 });
    await press('', '\r');
    await press('→ ✓ take 2', '\r');
    expect(await answer).toEqual({ chosen: [1], way: 'end' });
  });

  it.each([3, 4, 5, 6, 7, 8, 9])(
    'shows what is paid beside the row at the arrow, of %i lines',
    async (height) => {
      const { answer, press } = open({ look: look(120, { height }) }, 30);
      await press('nothing is bought', `${down} `);
      await press('the sum of 1', '\r');
      expect(await answer).toEqual({ chosen: [1], way: 'end' });
    },
  );

  it('keeps the lines of a long cost together in a low terminal', async () => {
    const cost = () => `1 final, about $0.50 (${'the price list says so; '.repeat(6)})`;
    const { answer, output, press } = open({ look: look(80, { height: 8 }), cost }, 30);
    await press('nothing is bought', `${down} `);
    while (!output.text.includes('1 final')) await new Promise((resolve) => setImmediate(resolve));
    const lines = output.text.split('\n');
    const at = lines.findIndex((line) => line.includes('1 final'));
    expect(lines[at + 1]).toContain('the price list');
    await press('', '\r');
    await answer;
  });

  it('says what its keys do in one line, in few words where many do not fit', async () => {
    for (const columns of [60, 100]) {
      const { answer, output, press } = open({ look: { ...ascii, columns } });
      await press('Esc', '\x1b');
      await answer;
      const line = output.text.split('\n').find((one) => one.includes('Esc')) ?? '';
      expect(line.length).toBeLessThan(columns);
    }
  });
});

const takes = ['take 1 (seed 11)', 'take 2 (seed 22)', 'take 3 (seed 33)'];

describe('the line of ticked takes', () => {
  it('names all that fit into two lines, and counts the others and those of other pages', () => {
    expect(tickedWords([], 0, look(60))).toBe('none');
    expect(tickedWords(takes, 0, look(80))).toBe('take 1 (seed 11), take 2 (seed 22), take 3 (seed 33)');
    expect(tickedWords(takes, 0, look(40))).toBe('take 1 (seed 11), take 2 (seed 22), 1 more');
    expect(tickedWords(takes, 5, look(40))).toBe('take 1 (seed 11), 2 more, 5 of other pages');
    expect(tickedWords(takes, 0, look(20))).toBe('3 more');
  });
});

describe('the line of keys', () => {
  const enter = ['Enter goes on with 3 finals', 'Enter goes on with 3'] as const;

  it('is one line at any width that a terminal has', () => {
    expect(keyLine(enter, 'none', look(100))).toBe(
      'arrows move · space ticks · o opens the page · Enter goes on with 3 finals · Esc leaves',
    );
    expect(keyLine(enter, 'none', look(60))).toBe(
      'arrows · space ticks · o page · Enter goes on with 3 · Esc',
    );
    expect(keyLine(enter, 'sides', look(80))).toBe(
      'up/down · left/right · space ticks · o page · Enter goes on with 3 · Esc',
    );
    for (const columns of [20, 40, 60, 80, 140])
      expect(keyLine(enter, 'sides', { ...ascii, columns }).length).toBeLessThan(columns);
  });
});
