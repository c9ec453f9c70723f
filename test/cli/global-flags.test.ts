import { expect, it } from 'vitest';
import { isBareLine } from '../../src/cli/global-flags.ts';

it.each([
  ['', true],
  ['--sandbox', true],
  ['--profile studio -v', true],
  ['--color never', true],
  ['--help', false],
  ['-V', false],
  ['--json', false],
  ['-q', false],
  ['--no-input', false],
  ['submit', false],
  ['--profile studio submit', false],
  ['--sandbxo', false],
])('%j starts the composer on a terminal: %s', (line, starts) => {
  expect(isBareLine(line.split(' ').filter(Boolean))).toBe(starts);
});
