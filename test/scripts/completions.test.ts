import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { completionFiles } from '../../scripts/completions.ts';

const root = resolve(import.meta.dirname, '../..');
const files = await completionFiles();

it('there is a script a shell, and no other file', () => {
  expect(Object.keys(files).map((path) => path.replace('completions/', ''))).toEqual(
    expect.arrayContaining(readdirSync(join(root, 'completions'))),
  );
  expect(Object.keys(files)).toHaveLength(3);
});

it.each(Object.entries(files))('%s is what npm run generate makes of the command table', (path, text) => {
  expect(readFileSync(join(root, path), 'utf8')).toBe(text);
});

it.each(Object.entries(files))(
  '%s knows subcommands, flags, their values and what is looked up',
  (_, text) => {
    for (const word of ['prune', 'show-origin', 'option-ratio', 'idempotency_window', '__complete'])
      expect(text.replaceAll('\\:', ':')).toContain(word);
  },
);
