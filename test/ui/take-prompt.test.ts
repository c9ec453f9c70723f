import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { takePrompt } from '../../src/ui/take-prompt.ts';
import { KeptStream, look } from './looks.ts';

/** Three takes, asked for; each key is pressed once the screen shows what comes before it. */
function open() {
  const input = new PassThrough();
  const output = new KeptStream(80);
  const opened: number[] = [];
  const answer = takePrompt(
    {
      message: 'Which?',
      look: look(),
      rows: ['take 1', 'take 2', 'take 3'],
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

describe('the takes to finalize', () => {
  it('Enter with nothing chosen answers none, wherever the arrow stands', async () => {
    const first = open();
    await first.press('Enter finalizes none', '\r');
    expect(await first.answer).toEqual([]);
    expect(first.output.text).toContain('none');
    const moved = open();
    await moved.press('Enter finalizes none', down);
    await moved.press('→   take 2', '\r');
    expect(await moved.answer).toEqual([]);
  });

  it('Enter answers what is chosen, in the order of the takes, and says before how many it pays for', async () => {
    const { answer, press } = open();
    await press('Enter finalizes none', ` ${down}${down} `);
    await press('Enter pays for 2 finals', '\r');
    expect(await answer).toEqual([0, 2]);
  });

  it('space a second time takes a choice back', async () => {
    const { answer, press } = open();
    await press('Enter finalizes none', ' ');
    await press('Enter pays for 1 final', ' ');
    await press('Enter finalizes none', '\r');
    expect(await answer).toEqual([]);
  });

  it('Esc answers none, whatever is chosen', async () => {
    const { answer, press } = open();
    await press('Enter finalizes none', ' ');
    await press('Enter pays for 1 final', '\x1b');
    expect(await answer).toEqual([]);
  });

  it('o opens the take under the arrow, and chooses nothing', async () => {
    const { answer, opened, press } = open();
    await press('Enter finalizes none', `${down}o`);
    await press('→   take 2', '\r');
    expect(await answer).toEqual([]);
    expect(opened).toEqual([1]);
  });
});
