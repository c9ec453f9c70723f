import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { outlineCommands, withDescendants } from '../../scripts/command-outline.ts';
import { manualPage } from '../../scripts/manual.ts';
import { flagItem, inLines } from '../../scripts/mdoc.ts';
import { commandTable } from '../../src/commands/index.ts';

const file = readFileSync(resolve(import.meta.dirname, '../../man/genctl.1'), 'utf8');

it('is what npm run generate makes of the command table', async () => {
  expect(file).toBe(await manualPage());
});

it('has every command, every flag and every example', async () => {
  const commands = (await outlineCommands(commandTable)).flatMap(withDescendants);
  const plain = file.replaceAll('\\-', '-').replaceAll('\\%', '').replaceAll('\\e', '\\');
  for (const { path, flags, examples } of commands) {
    expect(plain).toContain(`\n.Ss ${path.join(' ')}\n`);
    for (const { long } of flags) expect(plain).toMatch(new RegExp(`^\\.It .*Fl ${long.slice(1)}( |$)`, 'm'));
    for (const example of examples) expect(plain).toContain(`\n${example}\n`);
  }
});

it('reads nothing of a text as a request, an escape or a break of a flag', () => {
  expect(inLines('.Sh is no request. A \\fB is no escape; --dry-run stays whole.')).toEqual([
    '\\&.Sh is no request.',
    'A \\efB is no escape;',
    '\\%\\-\\-dry\\-run stays whole.',
  ]);
  expect(inLines(`${'word '.repeat(40)}end`).every((line) => line.length <= 80)).toBe(true);
});

it('writes a flag with its short form, its value and what it takes', () => {
  const flag = { group: undefined, completes: undefined, isRepeatable: false };
  expect(
    flagItem({ ...flag, long: '--dir', short: '-D', value: 'folder', says: 'where', choices: ['a', 'b'] }),
  ).toEqual({ head: 'Fl D , Fl \\-dir Ar folder', says: 'where: a, b' });
});
