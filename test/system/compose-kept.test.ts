import { afterEach, expect, it } from 'vitest';
import { realTerminals } from './real-terminal.ts';

const terminals = realTerminals('genctl-kept');
afterEach(terminals.close);

it('keeps words that were typed and not entered, at Ctrl-C as at Esc', async () => {
  const terminal = terminals.open(100);
  terminal.run('compose -m vendor-b/video-2.5 --sandbox');
  await terminal.until(/\? Prompt/);
  terminal.type('a red fox ju');
  await terminal.until(/\? Prompt a red fox ju/);
  terminal.press('Escape');
  await terminal.until(/\? Model/);
  terminal.press('Enter');
  await terminal.until(/\? Prompt a red fox ju/);
  terminal.type('mps');
  await terminal.until(/\? Prompt a red fox jumps/);
  terminal.press('C-c');
  await terminal.until(/→ genctl compose --resume red-fox-jumps[\s\S]*ended 130/);
  terminal.press('C-l');
  terminal.run('compose --resume red-fox-jumps');
  await terminal.until(/\? Prompt a red fox jumps/);
  terminal.type(' high');
  terminal.press('Enter');
  await terminal.until(/✓ Prompt a red fox jumps high[\s\S]*\? Pictures/);
  terminal.press('Down', 'Enter');
  await terminal.until(/\? Image 1/);
  terminal.type('https://example.com/fo');
  await terminal.until(/example\.com\/fo/);
  terminal.press('C-c');
  await terminal.until(/ended 130/);
  terminal.press('C-l');
  terminal.run('compose --resume red-fox-jumps');
  await terminal.until(/\? Image 1 https:\/\/example\.com\/fo/);
});

it('asks which to go on with, takes the only one, and greets for none that is not there', async () => {
  const terminal = terminals.open(100);
  const leave = async (words: string): Promise<void> => {
    terminal.run(`compose -m vendor-a/image-1 --sandbox`);
    await terminal.until(/\? Prompt/);
    terminal.type(words);
    await terminal.until(new RegExp(`\\? Prompt ${words}`));
    terminal.press('C-c');
    await terminal.until(/ended 130/);
    terminal.press('C-l');
  };
  await leave('a red fox');
  terminal.run('compose --resume');
  await terminal.until(/\? Prompt a red fox/);
  terminal.press('C-c');
  await terminal.until(/ended 130/);
  terminal.press('C-l');
  await leave('an owl');
  terminal.run('compose --resume --sandbox');
  await terminal.until(/\? Go on with\n→ owl +.*: an owl\n +red-fox +.*: a red fox/);
  terminal.press('Down', 'Enter');
  await terminal.until(/\? Prompt a red fox/);
  terminal.press('C-c');
  await terminal.until(/ended 130/);
  terminal.press('C-l');
  terminal.run('compose --resume nope');
  const refused = await terminal.until(/There is: owl, red-fox[\s\S]*ended 2/);
  expect(refused).not.toContain('Enter accepts');
});
