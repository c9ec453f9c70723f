import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { type TakePromptConfig, takePrompt } from '../../src/ui/take-prompt.ts';
import { KeptStream, look } from './looks.ts';

/** Three takes, asked for; each key is pressed once the screen shows what comes before it. */
function open(more: Partial<TakePromptConfig> = {}) {
  const input = new PassThrough();
  const output = new KeptStream(80);
  const opened: number[] = [];
  const answer = takePrompt(
    {
      message: 'Which?',
      look: look(),
      rows: [1, 2, 3].map((take) => ({ name: `take ${take}`, text: `take ${take}, seed ${take * 7}` })),
      enter: (chosen) => (chosen === 0 ? 'Enter finalizes none' : `Enter pays for ${chosen} finals`),
      ...more,
      onOpen: (place) => opened.push(place),
    },
    { input, output },
  );
  return {
    answer,
    opened,
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
  it('Enter with nothing chosen answers none, wherever the arrow stands', async () => {
    const first = open();
    await first.press('Enter finalizes none', '\r');
    expect(await first.answer).toEqual({ chosen: [], way: 'end' });
    expect(first.output.text).toContain('none');
    const moved = open();
    await moved.press('Enter finalizes none', down);
    await moved.press('→   take 2', '\r');
    expect(await moved.answer).toEqual({ chosen: [], way: 'end' });
  });

  it('Enter answers what is chosen, in the order of the takes, and says before how many it pays for', async () => {
    const { answer, press } = open();
    await press('Enter finalizes none', ` ${down}${down} `);
    await press('Enter pays for 2 finals', '\r');
    expect(await answer).toEqual({ chosen: [0, 2], way: 'end' });
  });

  it('space a second time takes a choice back', async () => {
    const { answer, press } = open();
    await press('Enter finalizes none', ' ');
    await press('Enter pays for 1 finals', ' ');
    await press('Enter finalizes none', '\r');
    expect(await answer).toEqual({ chosen: [], way: 'end' });
  });

  it('Esc answers none, whatever is chosen', async () => {
    const { answer, press } = open();
    await press('Enter finalizes none', ' ');
    await press('Enter pays for 1 finals', '\x1b');
    expect(await answer).toEqual({ chosen: [], way: 'left' });
  });

  it('o opens the take under the arrow, and chooses nothing', async () => {
    const { answer, opened, press } = open();
    await press('Enter finalizes none', `${down}o`);
    await press('→   take 2', '\r');
    expect(await answer).toEqual({ chosen: [], way: 'end' });
    expect(opened).toEqual([1]);
  });

  it('has pages that the arrows to the sides turn, with what is chosen on each', async () => {
    const page = { isFirst: false, isLast: false, chosenElsewhere: 4 };
    const forth = open({ page, chosen: [1] });
    await forth.press('Enter pays for 5 finals', ' ');
    await forth.press('Enter pays for 6 finals', right);
    expect(await forth.answer).toEqual({ chosen: [0, 1], way: 'next' });
    const back = open({ page });
    await back.press('left and right turn the page', left);
    expect(await back.answer).toEqual({ chosen: [], way: 'previous' });
  });

  it('has no page before the first and none after the last', async () => {
    const { answer, output, press } = open({ page: { isFirst: true, isLast: true, chosenElsewhere: 0 } });
    await press('Enter finalizes none', `${left}${right} `);
    await press('Enter pays for 1 finals', '\r');
    expect(await answer).toEqual({ chosen: [0], way: 'end' });
    expect(output.text).not.toContain('turn the page');
  });
});
