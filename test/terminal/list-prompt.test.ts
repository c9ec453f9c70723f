import { describe, expect, it } from 'vitest';
import { linePrompt } from '../../src/terminal/line-prompt.ts';
import type { LineConfig } from '../../src/terminal/lines/line-config.ts';
import { look } from './looks.ts';
import { openPrompt } from './open-prompt.ts';

const models: LineConfig = {
  message: 'Model',
  look: look(),
  rows: [
    { name: 'vendor-a/image-1', detail: () => 'image' },
    { name: 'vendor-b/video-2.5', detail: () => 'video' },
    { name: 'video-first', detail: () => 'video', says: () => 'The one that is called so.' },
  ],
  active: 1,
};

describe('a list', () => {
  it('Enter takes the preset', async () => {
    const { context, type } = openPrompt();
    const answer = linePrompt(models, context);
    await type('→ vendor-b/video-2.5', '\r');
    expect((await answer).row).toBe(1);
  });

  it('is found in by typing: what begins so comes first, and its detail counts', async () => {
    const { context, output, type } = openPrompt();
    const answer = linePrompt(models, context);
    await type('Model', 'video');
    await type('The one that is called so.', '');
    expect(output.text).not.toContain('image-1');
    context.input.write('\x1b[B\r');
    expect((await answer).row).toBe(1);
  });

  it('finds by any word that stands beside a row or below it', async () => {
    const { context, type } = openPrompt();
    const rows = [
      { name: 'ratio', detail: () => 'default 16:9', says: () => 'the shape of the picture' },
      { name: 'seed', detail: () => '= 7', says: () => 'repeat a seed for a similar result' },
    ];
    const answer = linePrompt({ ...models, rows, active: 1 }, context);
    await type('Model', 'shape 16:9');
    await type('→ ratio', '\r');
    expect((await answer).row).toBe(0);
  });

  it('says that nothing is found, and takes nothing then', async () => {
    const { context, type } = openPrompt();
    const answer = linePrompt(models, context);
    await type('Model', 'zz');
    await type('None of 3', '\r');
    context.input.write('\x7f\x7fimage\r');
    expect((await answer).row).toBe(0);
  });

  it('says what to do instead of what is not found', async () => {
    const { context, type } = openPrompt();
    const unfound = (typed: string) => (typed === 'zz' ? 'only on v1: zz-1' : undefined);
    const answer = linePrompt({ ...models, unfound }, context);
    await type('Model', 'zz');
    await type('only on v1: zz-1', '\x7f\x7fimage\r');
    expect((await answer).row).toBe(0);
  });

  it('arrows go round, from the last to the first', async () => {
    const { context, type } = openPrompt();
    const answer = linePrompt(models, context);
    await type('Model', '\x1b[B\x1b[B\r');
    expect((await answer).row).toBe(0);
  });

  it('without a preset Enter takes nothing until an arrow, or what is typed, chose a row', async () => {
    const unchosen = { ...models, active: undefined, hint: 'Arrows choose' };
    const first = openPrompt();
    const byArrow = linePrompt(unchosen, first.context);
    await first.type('Arrows choose', '\r\r\x1b[B');
    await first.type('→ vendor-a/image-1', '\r');
    expect((await byArrow).row).toBe(0);
    const second = openPrompt();
    const fromTheEnd = linePrompt(unchosen, second.context);
    await second.type('Arrows choose', '\r\x1b[A');
    await second.type('→ video-first', '\r');
    expect((await fromTheEnd).row).toBe(2);
    const third = openPrompt();
    const byWords = linePrompt(unchosen, third.context);
    await third.type('Arrows choose', '2.5');
    await third.type('→ vendor-b/video-2.5', '\r');
    expect((await byWords).row).toBe(1);
  });

  it('of thousands is found in to its last line, at 40 columns, too', async () => {
    const rows = Array.from({ length: 5_000 }, (_, index) => ({ name: `voice-${index} ${'x'.repeat(50)}` }));
    const voices = { ...models, message: 'voice', look: look(40), rows, active: undefined };
    const first = openPrompt();
    const byWords = linePrompt(voices, first.context);
    await first.type('1–9 of 5000; type a part of one', '4999');
    await first.type('1 of 5000 lines', '\r');
    expect((await byWords).row).toBe(4_999);
    const second = openPrompt();
    const byArrow = linePrompt(voices, second.context);
    await second.type('of 5000', '\x1b[A');
    await second.type('→ voice-4999', '\r');
    expect((await byArrow).row).toBe(4_999);
    const third = openPrompt();
    const byPages = linePrompt({ ...voices, active: 0 }, third.context);
    await third.type('→ voice-0', '\x1b[6~\x1b[6~');
    await third.type('→ voice-18', '\x1b[5~');
    await third.type('→ voice-9', '\r');
    expect((await byPages).row).toBe(9);
  });

  it('shows the row at the arrow in a terminal of any height, and does not answer where it became lower', async () => {
    const { context, output, type } = openPrompt();
    const rows = Array.from({ length: 12 }, (_, index) => ({ name: `row ${index}` }));
    const low = look(80, { height: 5 });
    const answer = linePrompt(
      { ...models, look: low, rows, active: undefined, hint: 'Arrows choose' },
      context,
    );
    await type('1–3 of 12', '\x1b[B\x1b[A');
    await type('→ row 11', '');
    expect(output.text).not.toContain('Arrows choose');
    Object.assign(low, { height: 2 });
    await type('', '\r');
    await type('→ row 11', '\r');
    expect((await answer).row).toBe(11);
    expect(output.text).not.toContain('row 10');
  });

  it('works out what stands beside a row, and what it says, for those that are seen', async () => {
    const { context, type } = openPrompt();
    const worked = new Set<number>();
    const rows = Array.from({ length: 1_000 }, (_, index) => ({
      name: `row ${index}`,
      detail: () => {
        worked.add(index);
        return `detail ${index}`;
      },
    }));
    const answer = linePrompt({ ...models, rows, active: 0 }, context);
    await type('detail 8', '\x1b[B');
    await type('→ row 1', '\r');
    expect((await answer).row).toBe(1);
    expect(worked.size).toBeLessThan(20);
  });

  it('shows what steers a terminal or hides in a text spelled out', async () => {
    const { context, shown } = openPrompt();
    const rows = [{ name: '\u001b]0;owned\u0007a', detail: () => '\u202eb', says: () => '\u009b31mc' }];
    const answer = linePrompt({ ...models, rows, active: 0, hint: '\u001b[5m' }, context);
    const drawn = await shown('\\u{202e}b');
    expect(drawn).toContain('\\x1b]0;owned');
    expect(drawn).not.toContain('\u001b]0;');
    expect(drawn).not.toContain('\u009b');
    context.input.write('\r');
    await answer;
  });

  it('no line is wider than the screen', async () => {
    const { context, output, type } = openPrompt();
    const answer = linePrompt(
      {
        ...models,
        look: look(24),
        rows: [{ name: 'n'.repeat(60), detail: () => 'd'.repeat(60) }],
        active: 0,
      },
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
