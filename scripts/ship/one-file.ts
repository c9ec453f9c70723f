import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The program as one CommonJS file, which a single executable has within itself: a function of each chunk, and what loads them.
 *
 * @param chunks the code of each chunk by the name of its file; `start.js` is the entry.
 */
export function oneFile(chunks: ReadonlyMap<string, string>): string {
  const functions = [...chunks].map(
    ([name, code]) => `${JSON.stringify(name)}(exports, require, module, __filename, __dirname) { ${code}\n}`,
  );
  const loader = readFileSync(join(import.meta.dirname, 'load-chunks.cjs'), 'utf8');
  return `const chunks = {\n${functions.join(',\n')}\n};\n${loader}`;
}
