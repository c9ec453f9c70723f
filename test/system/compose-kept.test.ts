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
