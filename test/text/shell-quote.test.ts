import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { shellLine } from '../../src/text/shell-quote.ts';

/** The words as a shell reads them back, each ended by a zero byte. */
function readBack(shell: string, line: string): string[] {
  const output = execFileSync(shell, ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' });
  return output.split('\0').slice(0, -1);
}

const plain = [
  'genctl',
  '',
  "it's",
  'two words',
  '$HOME `id` "x" \\n !',
  'first line\nsecond line\n',
  'première\ndernière\n',
  'a=b',
  '*',
  '-1',
  '狐 🦊',
  '{"a":["b"]}',
];

it('any POSIX shell reads the same words back', () => {
  expect(readBack('/bin/sh', shellLine(plain, { keepLines: true }))).toEqual(plain);
});

it('it is one line, which bash reads back, unless line ends are kept', () => {
  expect(shellLine(plain)).not.toContain('\n');
  expect(readBack('/bin/bash', shellLine(plain))).toEqual(plain);
});

it('what could steer a terminal is spelled out, and bash reads it back', () => {
  const words = ['\u001b[2Jgone', 'left\u202eright', "tab\tit's\\", 'line\n\u0007bell', '👩‍🚀'];
  const line = shellLine(words, { keepLines: true });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that there are none is the point.
  expect(line).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  expect(readBack('/bin/bash', line)).toEqual(words);
});
