import { expect, it } from 'vitest';
import { carriedLine } from '../../../src/run/mend/carried-account.ts';

it.each([
  [
    ['submit', '@p.txt', '-m', 'x'],
    ['submit', '@p.txt', '-m', 'x', '--sandbox'],
  ],
  [
    ['submit', '-m', 'x', '--', '-5 degrees'],
    ['submit', '-m', 'x', '--sandbox', '--', '-5 degrees'],
  ],
  [['jobs'], ['jobs']],
])('%s keeps the account, and no prompt takes it', (line, carried) => {
  expect(carriedLine(line, ['submit', 'a fox', '--sandbox'])).toEqual(carried);
});
