import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { goBack } from '../../../src/ui/compose/escape-key.ts';
import { type LineConfig, linePrompt } from '../../../src/ui/compose/line-prompt.ts';
import { type PickConfig, pickPrompt } from '../../../src/ui/compose/pick-prompt.ts';
import { KeptStream, look } from '../looks.ts';

function open() {
  const input = new PassThrough();
  const output = new KeptStream(80);
  return {
    context: { input, output },
    output,
    /** Types once that is on the screen. */
    async type(seen: string, keys: string) {
      while (!output.text.includes(seen)) await new Promise((resolve) => setImmediate(resolve));
      output.text = '';
      input.write(keys);
    },
  };
}

const number: LineConfig = {
  message: 'duration',
  look: look(),
  hint: '4 to 30',
  note: (line) => (Number(line) <= 30 ? undefined : { kind: 'fault', text: 'It takes 4 to 30.' }),
};

describe('a line', () => {
  it('is judged as it is typed, and taken once it is right', async () => {
    const { context, type } = open();
    const answer = linePrompt(number, context);
    await type('4 to 30', '44');
    await type('It takes 4 to 30.', '\r');
    await type('It takes 4 to 30.', '\x7f');
    await type('duration 4', '\r');
    expect(await answer).toEqual({ given: '4' });
  });

  it('offers what Enter takes, and Tab puts it there to be changed', async () => {
    const first = open();
    const taken = linePrompt({ ...number, preset: '5' }, first.context);
    await first.type('(5)', '\r');
    expect(await taken).toEqual({ given: '5' });
    const second = open();
    const changed = linePrompt({ ...number, preset: '5' }, second.context);
    await second.type('(5)', '\t');
    await second.type('duration 5', '.5\r');
    expect(await changed).toEqual({ given: '5.5' });
  });

  it('begins with what was answered before', async () => {
    const { context, type } = open();
    const answer = linePrompt({ ...number, initial: '7', preset: '5' }, context);
    await type('duration 7', '\x15\r');
    expect(await answer).toEqual({ given: '' });
  });

  it('is completed by Tab, and what else it could be is shown', async () => {
    const { context, type } = open();
    const complete = (line: string) => ({ line: `${line}ro`, others: ['hero-1', 'hero-2'] });
    const answer = linePrompt({ ...number, note: () => undefined, complete }, context);
    await type('duration', 'he\t');
    await type('hero-1  hero-2', '\r');
    expect(await answer).toEqual({ given: 'hero' });
  });

  it('what is pasted in several lines is one, and no answer by itself', async () => {
    const { context, type } = open();
    const answer = linePrompt({ ...number, note: () => undefined }, context);
    await type('duration', 'now: ');
    await type('now:', '\x1b[200~a fox\r\n  in snow\r\x1b[201~');
    await type('2 lines were pasted, and are one here', '\r');
    expect(await answer).toEqual({ given: 'now: a fox in snow' });
  });

  it('keeps the lines of what is pasted where the answer may have several, and shows where they end', async () => {
    const words = { ...number, takesLines: true, note: () => undefined };
    const { context, type } = open();
    const answer = linePrompt(words, context);
    await type('duration', 'now: .');
    await type('now: .', '\x1b[D');
    await type('now: .', '\x1b[200~a fox\r\n  in snow\r\rat dawn\r\x1b[201~');
    await type('now: a fox↵  in snow↵↵at dawn.', '!');
    await type('at dawn!.', '\r');
    expect(await answer).toEqual({ given: 'now: a fox\n  in snow\n\nat dawn!.' });
    const again = open();
    const changed = linePrompt({ ...words, preset: 'a fox\nin snow' }, again.context);
    await again.type('(a fox↵in snow)', '\t');
    await again.type('2 lines; ↵ is where one ends', ' and ice\r');
    expect(await changed).toEqual({ given: 'a fox\nin snow and ice' });
  });

  it('a paste within a line keeps the blanks at its ends', async () => {
    const { context, type } = open();
    const answer = linePrompt({ ...number, note: () => undefined }, context);
    await type('duration', 'a');
    await type('duration a', '\x1b[200~ red fox \x1b[201~');
    await type('a red fox', 'runs\r');
    expect(await answer).toEqual({ given: 'a red fox runs' });
  });

  it('Esc goes back', async () => {
    const { context, type } = open();
    const answer = linePrompt(number, context);
    await type('duration', '\x1b');
    expect(await answer).toEqual(goBack);
  });
});

const models: PickConfig = {
  message: 'Model',
  look: look(),
  rows: [
    { name: 'vendor-a/image-1', detail: 'image' },
    { name: 'vendor-b/video-2.5', detail: 'video' },
    { name: 'video-first', detail: 'video', says: 'The one that is called so.' },
  ],
  preset: 1,
};

describe('a list', () => {
  it('Enter takes the preset', async () => {
    const { context, type } = open();
    const answer = pickPrompt(models, context);
    await type('→ vendor-b/video-2.5', '\r');
    expect(await answer).toEqual({ given: 1 });
  });

  it('is found in by typing: what begins so comes first, and its detail counts', async () => {
    const { context, output, type } = open();
    const answer = pickPrompt(models, context);
    await type('Model', 'video');
    await type('The one that is called so.', '');
    expect(output.text).not.toContain('image-1');
    context.input.write('\x1b[B\r');
    expect(await answer).toEqual({ given: 1 });
  });

  it('says that nothing is found, and takes nothing then', async () => {
    const { context, type } = open();
    const answer = pickPrompt(models, context);
    await type('Model', 'zz');
    await type('None of 3', '\r');
    context.input.write('\x7f\x7fimage\r');
    expect(await answer).toEqual({ given: 0 });
  });

  it('arrows go round, from the last to the first', async () => {
    const { context, type } = open();
    const answer = pickPrompt(models, context);
    await type('Model', '\x1b[B\x1b[B\r');
    expect(await answer).toEqual({ given: 0 });
  });

  it('without a preset Enter takes nothing until an arrow, or what is typed, chose a row', async () => {
    const unchosen = { ...models, preset: undefined, hint: 'Arrows choose' };
    const first = open();
    const byArrow = pickPrompt(unchosen, first.context);
    await first.type('Arrows choose', '\r\r\x1b[B');
    await first.type('→ vendor-a/image-1', '\r');
    expect(await byArrow).toEqual({ given: 0 });
    const second = open();
    const fromTheEnd = pickPrompt(unchosen, second.context);
    await second.type('Arrows choose', '\r\x1b[A');
    await second.type('→ video-first', '\r');
    expect(await fromTheEnd).toEqual({ given: 2 });
    const third = open();
    const byWords = pickPrompt(unchosen, third.context);
    await third.type('Arrows choose', '2.5');
    await third.type('→ vendor-b/video-2.5', '\r');
    expect(await byWords).toEqual({ given: 1 });
  });

  it('no line is wider than the screen', async () => {
    const { context, output, type } = open();
    const answer = pickPrompt(
      { ...models, look: look(24), rows: [{ name: 'n'.repeat(60), detail: 'd'.repeat(60) }], preset: 0 },
      context,
    );
    await type('Model', '');
    await type('', '');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the sequences that move the cursor are no columns.
    const lines = output.text.replaceAll(/\u001b\[[\d;?]*[a-z]/gi, '').split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(24);
    context.input.write('\r');
    await answer;
  });
});
