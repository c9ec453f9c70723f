import { expect, it } from 'vitest';
import { carriedLine, lineOfStep } from '../../../src/run/mend/hinted-line.ts';

const change = [
  { set: '--dir', to: '.' },
  { set: '--name', to: 'w.{ext}' },
];

it.each([
  [
    ['submit', 'a fox', '-D', 'w.mp4'],
    ['submit', 'a fox', '-D', '.', '--name', 'w.{ext}'],
  ],
  // It has no such flag: its files are called after their lines.
  [
    ['worker', '-D', 'w.mp4', '--idle', '5m'],
    ['worker', '-D', '.', '--idle', '5m'],
  ],
])('leaves out a change of a flag that the command does not take: %j', async (typed, mended) => {
  const line = await lineOfStep({ change }, { exit: 'usage' }, typed);
  expect(line?.argv).toEqual(mended);
});

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
