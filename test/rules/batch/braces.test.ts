import { describe, expect, it } from 'vitest';
import { withWords } from '../../../src/rules/batch/braces.ts';

const words = new Map([
  ['hero', 'a red {fox}'],
  ['Look 2', 'dusk'],
]);

describe('braces in a prompt', () => {
  it.each([
    ['{hero} at {Look 2}', 'a red {fox} at dusk'],
    ['{ hero }', 'a red {fox}'],
    ['{{hero}}', '{hero}'],
    ['{{{hero}}}', '{a red {fox}}'],
    ['a } stays', 'a } stays'],
    ['$& $1 {hero}', '$& $1 a red {fox}'],
    ['no brace', 'no brace'],
  ])('%j becomes %j', (text, whole) => {
    expect(withWords('prompt', text, words)).toBe(whole);
  });

  it.each([
    ['{villain}', 'prompt names {villain}, which the line has no word for'],
    ['{__proto__}', 'prompt names {__proto__}, which the line has no word for'],
    ['{}', 'prompt names {}, which the line has no word for'],
    ['{hero', 'prompt has a brace that is not closed'],
  ])('%j is refused', (text, message) => {
    expect(() => withWords('prompt', text, words)).toThrow(
      expect.objectContaining({ message, why: 'It has {hero} {Look 2}.' }),
    );
  });
});
