import { describe, expect, it } from 'vitest';
import {
  lineWords,
  readTypedLine,
  type TypedLine,
  typedValueOf,
  withCommand,
  withFlag,
  withoutFlag,
} from '../../src/cli/typed-line.ts';
import { command as submitCommand } from '../../src/commands/submit.ts';
import { shellLine } from '../../src/text/shell-quote.ts';
import { shellWords } from '../shell-words.ts';

const read = (line: string): TypedLine =>
  readTypedLine(line.split(' '), { flags: submitCommand.flags, pathLength: 1 });
const changed = (line: TypedLine): string => lineWords(line).join(' ');

describe('a line', () => {
  it.each([
    ['submit fox --duration 5', 'submit fox --duration 30'],
    ['submit fox --duration=5 -w', 'submit fox --duration=30 -w'],
    ['submit --duration 5 fox --duration 6', 'submit fox --duration 30'],
    ['submit fox', 'submit fox --duration 30'],
    ['submit -- --duration 5', 'submit --duration 30 -- --duration 5'],
  ])('%s gets a flag where it was typed: %s', (typed, mended) => {
    expect(changed(withFlag(read(typed), '--duration', '30'))).toBe(mended);
  });

  it.each([
    ['submit fox -m a -w', 'submit fox -m b -w'],
    ['submit fox -ma', 'submit fox -mb'],
    ['submit fox --model a', 'submit fox --model b'],
  ])('%s keeps the name that was typed: %s', (typed, mended) => {
    expect(changed(withFlag(read(typed), '--model', 'b'))).toBe(mended);
  });

  it('has one of a pair', () => {
    expect(changed(withFlag(read('submit fox --audio -w'), '--no-audio'))).toBe('submit fox --no-audio -w');
  });

  it('loses a flag with its value, and gets another command', () => {
    expect(changed(withoutFlag(read('submit fox --seed 7 -w'), '--seed'))).toBe('submit fox -w');
    expect(changed(withCommand(read('--sandbox refs fox'), ['submit']))).toBe('--sandbox submit fox');
  });

  it('tells the value of a flag that is typed last', () => {
    expect(typedValueOf(read('submit fox -m a --model b'), '--model')).toBe('b');
    expect(typedValueOf(read('submit fox -m a'), '--ratio')).toBeUndefined();
  });
});

describe('words that a shell reads', () => {
  it.each([
    ['it’s a fox'],
    ["it's"],
    ['a "b" c'],
    ['{"a":[1]}'],
    ['plain-1.2'],
    [''],
    ['…'],
    ['$HOME'],
    ['a\tb'],
    ['two\nlines'],
    ['a\u202eb’s \\ \u001b[2J'],
    ["it's\t\\'"],
  ])('%j are those that were quoted', (word) => {
    expect(shellWords(shellLine(['genctl', word, 'x']))).toEqual(['genctl', word, 'x']);
  });

  it.each(['genctl jobs | genctl wait -', "genctl 'open", 'genctl $ID', 'genctl `x`'])(
    '%s is more than words',
    (line) => {
      expect(shellWords(line)).toBeUndefined();
    },
  );
});
