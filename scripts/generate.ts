/** Writes every file that is made from the command table. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { completionFiles } from './completions.ts';

const root = join(import.meta.dirname, '..');
for (const [path, text] of Object.entries(await completionFiles())) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
