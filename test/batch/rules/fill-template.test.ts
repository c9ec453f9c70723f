import { describe, expect, it } from 'vitest';
import { withWords } from '../../../src/batch/rules/fill-template.ts';

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
    [
      '{villain}',
      'there is no column villain for {villain} in prompt',
      'write {{villain}} for braces; or add villain to the cast',
    ],
    [
      '{__proto__}',
      'there is no column __proto__ for {__proto__} in prompt',
      'write {{__proto__}} for braces; or add __proto__ to the cast',
    ],
    ['{}', 'prompt has a brace that is empty', 'write {{ for a brace'],
    ['{hero', 'prompt has a brace that is not closed', 'write {{ for a brace'],
  ])('%j is refused', (text, message, hint) => {
    expect(() => withWords('prompt', text, words)).toThrow(
      expect.objectContaining({ message, why: 'The line has {hero} {Look 2}.', hint }),
    );
  });
});
