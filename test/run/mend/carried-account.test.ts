import { expect, it } from 'vitest';
import { carriedHint } from '../../../src/run/mend/carried-account.ts';

it.each([
  ['genctl submit @p.txt -m x', 'genctl submit @p.txt -m x --sandbox'],
  ["genctl submit -m x -- '-5 degrees'", "genctl submit -m x --sandbox -- '-5 degrees'"],
  ['genctl submit -- a fox, or genctl jobs', 'genctl submit --sandbox -- a fox, or genctl jobs'],
])('%s keeps the account, and no prompt takes it', (hint, carried) => {
  expect(carriedHint(hint, ['submit', 'a fox', '--sandbox'])).toBe(carried);
});
