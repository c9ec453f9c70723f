import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { realTerminals } from './real-terminal.ts';

const terminals = realTerminals('genctl-kept');
afterEach(terminals.close);

it('throws away what a person wants no more', async () => {
  const terminal = terminals.open(100);
  const folder = join(terminal.home, 'genctl/compositions');
  terminal.run('compose -m vendor-a/image-1 --sandbox');
  await terminal.until(/\? Prompt/);
  terminal.type('a red fox');
  terminal.press('Enter');
  await terminal.until(/\? Options/);
  terminal.press('Enter');
  expect(await terminal.until(/\? Ready/)).not.toContain('throw it away');
  terminal.press('C-c');
  await terminal.until(/ended 130/);
  expect(readdirSync(folder)).toEqual(['red-fox.json']);
  terminal.press('C-l');
  terminal.run('compose --resume red-fox');
  await terminal.until(/throw it away +red-fox/);
  terminal.type('throw');
  await terminal.until(/→ throw it away/);
  terminal.press('Enter');
  expect(await terminal.until(/ended 0/)).toContain('✓ Thrown away: red-fox');
  expect(readdirSync(folder)).toEqual([]);
});

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

it('repeats the line where no model was chosen yet', async () => {
  const terminal = terminals.open(100);
  terminal.run('compose "a red fox" --sandbox --duration 5');
  await terminal.until(/\? Model/);
  terminal.press('C-c');
  expect(await terminal.until(/ended 130/)).toContain("→ genctl compose 'a red fox' --sandbox --duration 5");
});
