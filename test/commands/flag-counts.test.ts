import { expect, it } from 'vitest';
import { batchFlags } from '../../src/batch/batch-flags.ts';
import type { FlagTable } from '../../src/cli/flag.ts';
import { command as submitCommand } from '../../src/commands/submit.ts';

/** How many flags a person has to learn for a command, beside the nine of every command; --audio and --no-audio are one. */
function count(own: FlagTable): { whole: number; short: number } {
  const all = Object.values(own);
  return {
    whole: all.length,
    short: all.filter(({ isSeldom }) => isSeldom !== true).length,
  };
}

it.each([
  ['submit', submitCommand.flags as FlagTable, { whole: 58, short: 26 }],
  ['batch', batchFlags as FlagTable, { whole: 70, short: 34 }],
])('%s has as many flags: one that comes has to be worth more than one that goes', (_, flags, most) => {
  expect(count(flags)).toEqual(most);
});

it('what a week does not need is no part of the short help', () => {
  const seldom = (own: FlagTable) =>
    Object.entries(own).flatMap(([name, { isSeldom }]) => (isSeldom === true ? name : []));
  expect(seldom(submitCommand.flags)).toEqual(
    expect.arrayContaining([
      ...['assumeCost', 'overBudget', 'attempts', 'resend', 'idempotencyKey', 'body', 'probe', 's3Endpoint'],
    ]),
  );
  expect(seldom(batchFlags)).toEqual(
    expect.arrayContaining([
      ...['assumeCost', 'overBudget', 'attempts', 'shard', 'queue', 'skipInvalid', 'resend', 'body', 'probe'],
    ]),
  );
});
