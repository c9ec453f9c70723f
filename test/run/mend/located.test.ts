import { expect, it } from 'vitest';
import { isComposition } from '../../../src/run/mend/located.ts';

it.each([
  ['-m vendor-b/video-2.5', true],
  ['--duration 5 --sandbox', true],
  ['--sandbox -m x --no-audio', true],
  ['-m x fox', false],
  ['-m x submit', false],
  ['--sandbxo', false],
  ['--help', false],
  ['-V', false],
])('%s is answered beforehand by the composer: %s', async (line, answers) => {
  expect(await isComposition(line.split(' '))).toBe(answers);
});
