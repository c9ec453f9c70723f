import { expect, it } from 'vitest';
import { askValue } from '../../../src/compose/questions/ask-value.ts';
import type { Asker } from '../../../src/compose/questions/asker.ts';
import { look } from '../../terminal/looks.ts';

/** What a number's question makes of a line, and what it says below it. */
async function typed(
  name: string,
  line: string,
  fault: (value: unknown) => string | undefined = () => undefined,
) {
  let note: unknown;
  const asker = {
    look: look(),
    async line(config: Parameters<Asker['line']>[0]) {
      note = config.note?.(line);
      return line;
    },
  };
  const field = { shape: { kind: 'number' }, required: true, takes: 'a number', says: '', examples: [] };
  const question = {
    ask: 'value',
    place: ['input', name],
    field,
    current: undefined,
    fault,
  };
  const answer = await askValue(question as never, asker as never);
  return { answer, note };
}

it.each(['5', '5s', '5 s', ' 5 seconds '])('a length is typed with its unit or without: %j', async (line) => {
  expect(await typed('duration', line)).toEqual({ answer: { give: 'value', value: 5 }, note: undefined });
});

it.each([
  ['duration', '5m'],
  ['duration', '5s or so'],
  ['seed', '5s'],
])('%s is not read in part: %j', async (name, line) => {
  expect(await typed(name, line)).toMatchObject({
    answer: { value: undefined },
    note: { text: expect.stringContaining('a number') },
  });
});
