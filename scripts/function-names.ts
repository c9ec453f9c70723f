import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const declaration = /^(?:export )?(?:default )?(?:async )?function\*? ?(\w+)/gm;

/**
 * The names of the functions of `src/`, which a stack of calls is read by. Not those of one word: many variables have such a name,
 * and would all keep it.
 */
export function functionNames(sourceFolder: string): string[] {
  const paths = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.ts'),
  );
  const names = paths.flatMap((path) =>
    Array.from(readFileSync(join(sourceFolder, path), 'utf8').matchAll(declaration), ([, name = '']) => name),
  );
  return [...new Set(names)].filter((name) => /[A-Z]/.test(name)).sort();
}
