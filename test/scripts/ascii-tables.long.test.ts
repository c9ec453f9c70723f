import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { RE2JS } from 're2js';
import { expect, it } from 'vitest';
import { cutTables } from '../../scripts/ascii-tables.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const source = readFileSync(join(createRequire(import.meta.url).resolve('re2js'), '../index.js'), 'utf8');
const ascii = Array.from({ length: 0x80 }, (_, code) => String.fromCodePoint(code));

/** The ASCII characters that match a pattern, or that it can't be read. */
function matches(engine: typeof RE2JS, pattern: string, flags: number): string[] | 'unreadable' {
  try {
    const compiled = engine.compile(pattern, flags);
    return ascii.filter((character) => compiled.matches(character));
  } catch {
    return 'unreadable';
  }
}

it('re2js with tables of ASCII alone judges ASCII as it does with all of them', async () => {
  const path = join(temporaryFolder('genctl-tables-'), 're2js.mjs');
  const shorter = cutTables(source);
  expect(source.length - shorter.length).toBeGreaterThan(30_000);
  writeFileSync(path, shorter);
  const cut = ((await import(pathToFileURL(path).href)) as { RE2JS: typeof RE2JS }).RE2JS;
  const names = Array.from(
    source.matchAll(/^\t\t(\w+): \(\) => new UnicodeRangeTable/gm),
    ([, name]) => name,
  );
  expect(names.length).toBeGreaterThan(150);
  const patterns = names.flatMap((name) => [`\\p{${name}}`, `\\P{${name}}`, `[^\\p{${name}}k]`]);
  const others = ['ſ', 'K', '[α-ωſ]', '[^K]', '\\w', '\\W', '[[:alpha:]]', '.', '[^a]', '\\p{Nothing}'];
  for (const pattern of [...patterns, ...others]) {
    for (const flags of [0, RE2JS.CASE_INSENSITIVE])
      expect(matches(cut, pattern, flags), `${pattern} ${flags}`).toEqual(matches(RE2JS, pattern, flags));
  }
});

it('re2js in another form fails the build', () => {
  expect(() => cutTables('decodeRanges("AB", true)')).toThrow('re2js has its tables in another form');
});
