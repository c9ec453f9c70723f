import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const sources = join(import.meta.dirname, '../src');

/** Openers that name no subject. */
const riddle = /^(?:What|Whatever|Where|Whether|Who|Whoever|Whichever|Of|The same)\b/;

/** A sentence of a docstring has so many words at most. */
const wordsMost = 25;

/** The texts of the sources that a pattern captures. */
const captured = (pattern: RegExp) =>
  readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((file) =>
      Array.from(readFileSync(join(sources, file), 'utf8').matchAll(pattern), ([, inner = '']) => ({
        file,
        text: inner.replace(/^\s*\* ?/gm, '').trim(),
      })),
    );

const docstrings = captured(/\/\*\*([\s\S]*?)\*\//g);
/** The first lines of comments. */
const comments = captured(/(?<!^ *\/\/ .*\n)^ *\/\/ (.*)$/gm);

const told = ({ file, text }: { file: string; text: string }): string =>
  `${file}: ${text.replace(/\s+/g, ' ').slice(0, 200)}`;

it('there are thousands of docstrings to read', () => {
  expect(docstrings.length).toBeGreaterThan(5_000);
});

it('each opens with its subject, and so does each comment', () => {
  expect([...docstrings, ...comments].filter(({ text }) => riddle.test(text)).map(told)).toEqual([]);
});

it('no sentence is longer than a person reads at once', () => {
  const sentences = docstrings.flatMap(({ file, text }) =>
    // A paragraph, a tag and an item of a list end one as well.
    text.split(/(?<=[.?!:;])\s+|\n\s*\n|\n(?=[-@])/).map((sentence) => ({ file, text: sentence.trim() })),
  );
  const long = sentences.filter(({ text }) => text.split(/\s+/).length > wordsMost);
  expect(long.map(told)).toEqual([]);
});
