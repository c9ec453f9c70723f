import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const folders = ['media', 'request/references'].map((room) =>
  resolve(import.meta.dirname, '../../../src', room),
);
const sources = folders.flatMap((folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name: file }) => ({ file, source: readFileSync(join(folder, file), 'utf8') })),
);

/** The files that import something at once, rather than when it is needed. */
function importers(what: string): string[] {
  const statement = new RegExp(`^import (?!type )[^;]*from '${what}'`, 'm');
  return sources.filter(({ source }) => statement.test(source)).map(({ file }) => file);
}

it.each(['image-size'])(
  'links alone load no %s: only measuring does, when there is something to measure',
  (heavy) => {
    expect(importers(heavy)).toEqual([]);
    expect(sources.some(({ source }) => source.includes(`await import('${heavy}')`))).toBe(true);
  },
);
