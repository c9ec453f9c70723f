/** Builds `dist/`. The bundler's own command would print the size of each of its hundred chunks. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'rolldown';
import options from '../rolldown.config.ts';
import { helpFile } from '../src/start/built-help.ts';
import { builtHelpOf, helpTexts } from './help-texts.ts';

for (const one of options) await build(one);
writeFileSync(join(import.meta.dirname, '../dist', helpFile), JSON.stringify(builtHelpOf(await helpTexts())));
