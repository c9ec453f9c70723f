import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { asked } from './asked.ts';

const yes = { message: 'Go on?', instead: '--yes' };
const eraseLine = '\u001b[2K';

describe('what is pasted, or typed ahead', () => {
  const pasted = (text: string): string => `\u001b[200~${text}\u001b[201~`;

  it('an end of a line in a paste is no Enter, and the text is the answer of one question', async () => {
    const { prompts, type } = await asked();
    const url = prompts.input({ message: 'Base URL', instead: '--base-url' });
    await type('Base URL', pasted('https://a\r\n'));
    await type('https://a', '\r');
    expect(await url).toBe('https://a');
    const secret = prompts.hidden({ message: 'API key', instead: 'stdin' });
    await type('API key', `${pasted('sk-1\nsk-2\n')}\r`);
    expect(await secret).toBe('sk-1 sk-2');
  });

  it('keys behind an Enter are for the next question, whose Enter is another one', async () => {
    const { prompts, type } = await asked();
    const check = (text: string) => (text.startsWith('https://') ? undefined : 'It begins with https://');
    const url = prompts.input({ message: 'Base URL', instead: '--base-url', check });
    await type('Base URL', 'x\r\u0015https://a\rno\r');
    expect(await url).toBe('https://a');
    const goesOn = prompts.confirm({ ...yes, preset: true });
    await type('(Y/n) no', '\r');
    expect(await goesOn).toBe(false);
  });

  it.each(['\r', '\u001b', '\u001b[B', 'y\r'])(
    '%j typed before the question does not answer it',
    async (ahead) => {
      const { prompts, stdin, type } = await asked();
      stdin.write(ahead);
      const goesOn = prompts.confirm({ ...yes, preset: true });
      await type('(Y/n)', '\u0015n\r');
      expect(await goesOn).toBe(false);
    },
  );

  it('an arrow is no Esc, though it begins with one and arrives in two parts', async () => {
    const { prompts, stdin, type } = await asked();
    const url = prompts.input({ message: 'Base URL', instead: '--base-url' });
    await type('Base URL', 'ac\u001b');
    stdin.write('[Db\r');
    expect(await url).toBe('abc');
  });
});

describe('one of a short list', () => {
  const choices = [
    { name: 'sandbox', detail: 'costs nothing', value: 'sandbox' },
    { name: 'default', detail: 'default', value: 'default' },
    { name: 'studio', value: 'studio' },
  ];
  const question = { message: 'Account', instead: '--profile', choices };

  it('the arrow is at the preset, and Enter takes what it is at', async () => {
    const { prompts, stderr, type } = await asked();
    const account = prompts.choose({ ...question, preset: 'default' });
    await type('→ default  default', '\r');
    expect(await account).toBe('default');
    expect(stderr.text.slice(stderr.text.indexOf('✓'))).toContain(eraseLine);
  });

  it('arrows and letters move it', async () => {
    const first = await asked();
    const down = first.prompts.choose({ ...question, preset: 'default' });
    await first.type('→ default', '\u001b[B\r');
    expect(await down).toBe('studio');
    const second = await asked();
    const typed = second.prompts.choose({ ...question, preset: 'default' });
    await second.type('→ default', 'sa\r');
    expect(await typed).toBe('sandbox');
  });

  it('Esc leaves it, and nothing of it on the screen', async () => {
    const { prompts, stderr, type } = await asked();
    const none = prompts.choose({ ...question, preset: 'studio' });
    await type('→ studio', '\u001b');
    expect(await none).toBeUndefined();
    expect(stderr.text).not.toContain('✓');
  });

  it('no row is wider than the screen', async () => {
    const { prompts, stderr, type } = await asked();
    const long = { name: 'ä'.repeat(100), detail: 'x'.repeat(100), value: 'long' };
    const account = prompts.choose({ ...question, choices: [long, ...choices], preset: 'long' });
    await type('→ ää', '\r');
    expect(await account).toBe('long');
    const lines = stripVTControlCharacters(stderr.text.replaceAll(eraseLine, '\n')).split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(80);
  });
});
