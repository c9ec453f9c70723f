import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).map((path) =>
  path.replaceAll('\\', '/'),
);
const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
/** What stands in backquotes and looks like a file or a folder of the project. */
const named = [...text.matchAll(/`([\w./-]+(?:\.ts|\/))`/g)].map(([, path = '']) => path);

/** By its path from the root or from src/; by the end of it, where the room is said before. */
function isThere(path: string): boolean {
  const plain = path.replace(/\/$/, '');
  if (existsSync(join(root, plain)) || existsSync(join(root, 'src', plain))) return true;
  return sources.some(
    (source) => source === plain || source.endsWith(`/${plain}`) || basename(source) === plain,
  );
}

describe('docs/architecture.md', () => {
  it('names files and folders that are there', () => {
    expect(named.length).toBeGreaterThan(80);
    expect(named.filter((path) => !isThere(path))).toEqual([]);
  });

  it('is short enough to be read', () => {
    expect(text.split('\n').length).toBeLessThanOrEqual(200);
  });
});
