/** Builds `dist/`. The bundler's own command would print the size of each of its hundred chunks. */
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'rolldown';
import options from '../rolldown.config.ts';
import { tableFile } from '../src/run/completion/line-place.ts';
import { helpFile } from '../src/start/built-help.ts';
import { completionTable } from './completion-table.ts';
import { builtHelpOf, helpTexts } from './help-texts.ts';

// They need nothing that is built: the bundler works in threads of its own meanwhile.
const texts = helpTexts();
for (const one of options) await build(one);
const write = (file: string, content: object): void =>
  writeFileSync(join(import.meta.dirname, '../dist', file), JSON.stringify(content));
write(helpFile, builtHelpOf(await texts));
write(tableFile, await completionTable());
copyFileSync(
  join(import.meta.dirname, '../src/sandbox/public.d.ts'),
  join(import.meta.dirname, '../dist/sandbox.d.ts'),
);
