import { expect, it } from 'vitest';
import { begin, give, lineOf, model, text } from './any-model.ts';

const number = { type: 'number' };
const entry = model({ properties: { prompt: text, duration: number, seed: number } });

function read(name: string, line: string) {
  return lineOf(
    begin([entry], { body: { model: entry.id }, position: { at: 'value', place: ['input', name] } }),
  ).read(line);
}

it.each(['5', '5s', '5 s', ' 5 seconds '])('a length is typed with its unit or without: %j', (line) => {
  expect(read('duration', line)).toEqual({ answer: give(5) });
});

it.each([
  ['duration', '5m'],
  ['duration', '5s or so'],
  ['seed', '5s'],
])('%s is not read in part: %j', (name, line) => {
  expect(read(name, line)).toMatchObject({ fault: expect.stringContaining('a number') });
});

it('a value that does not fit may be insisted on as JSON, and what is no JSON may not', () => {
  const { read } = lineOf(
    begin([entry], { body: { model: entry.id }, position: { at: 'json', place: ['input', 'seed'] } }),
  );
  expect(read('"x"')).toMatchObject({ fault: expect.stringContaining('It takes'), anyway: give('x') });
  expect(read('{')).toEqual({ fault: 'It is not JSON yet; a text goes in double quotes.' });
  expect(read('')).toEqual({ answer: give(undefined) });
});
