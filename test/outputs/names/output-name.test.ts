import { expect, it } from 'vitest';
import { pathsToTry } from '../../../src/outputs/names/output-name.ts';

it.each([
  ['hero.{ext}', () => 'hero.png', ['hero.png', 'hero-2.png', 'hero-3.png']],
  ['{v}/hero.{ext}', (v: number) => `${v}/hero.png`, ['1/hero.png', '2/hero.png', '3/hero.png']],
  // A name that is cut before its number.
  ['{slug}-{v}.{ext}', () => 'long.png', ['long.png', 'long-2.png', 'long-3.png']],
])('the names of %s that are tried count up', (template, nameOf, paths) => {
  const [first, second, third] = pathsToTry(template, nameOf);
  expect([first, second, third]).toEqual(paths);
});
