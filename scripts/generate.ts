/** Writes every file that is made from the command table or from the shapes of documents. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { manualPage } from './manual.ts';
import { schemaFiles } from './schemas.ts';

const root = join(import.meta.dirname, '..');
const files = { 'man/genctl.1': await manualPage(), ...schemaFiles() };
for (const [path, text] of Object.entries(files)) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
