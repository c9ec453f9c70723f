import { expect, it } from 'vitest';
import { sourceTexts } from '../../scripts/source-texts.ts';
import { commandTable } from '../../src/commands/index.ts';
import { gapOfFlag, hasGap } from '../../src/text/gaps.ts';
import { commandLinesIn } from './command-lines.ts';

/** Words in capitals that are meant as they stand, or that a command prints itself. */
const meant: ReadonlySet<string> = new Set(['GET', 'N']);

it('every word in capitals of a suggested line is known as a place to fill in', () => {
  const hints = sourceTexts().filter(
    ({ file, within }) =>
      within.some((part) => part === '.hint' || part === '.instead') && !file.startsWith('gallery/page/'),
  );
  const words = hints.flatMap(({ pieces }) => {
    const text = pieces.map((piece) => ('words' in piece ? piece.words : '…')).join('');
    const flags = [...text.matchAll(/(?:^|[ ;])--[a-z-]+ ([^ ,;]+)/g)].map(([, value = '']) => value);
    return [...commandLinesIn(text).flat(), ...flags];
  });
  const capitals = words.filter((word) => /(^|[@="'])[A-Z]{2,}(?![a-z])/.test(word) && !meant.has(word));
  expect(capitals.length).toBeGreaterThan(20);
  expect(capitals.filter((word) => !hasGap(word))).toEqual([]);
});

it('the value of every flag is called by one', async () => {
  const rows = Object.values(commandTable).flatMap((row) => [row, ...Object.values(row.commands ?? {})]);
  const commands = await Promise.all(rows.map((row) => row.load?.()));
  const called = commands
    .flatMap((command) => Object.values(command?.flags ?? {}))
    .flatMap(({ syntax }) => gapOfFlag(syntax) ?? []);
  expect(called.length).toBeGreaterThan(50);
  expect(called.filter((gap) => !hasGap(gap))).toEqual([]);
});

it.each([
  ['NASA', false],
  ['a red FOX', false],
  ['vendor-a/image-1', false],
  ['YOUR PROMPT', true],
  ['ID', true],
  ['@FILE.json', true],
  ['FILE.html', true],
  ['motion=VALUE', true],
  ['--tag=hero=VALUE', true],
  ['["PROGRAM", "ARGUMENT"]', true],
  ['{"to":"URL"}', true],
])('%s is one: %s', (word, is) => {
  expect(hasGap(word)).toBe(is);
});
