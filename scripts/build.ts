/** Builds `dist/`. The bundler's own command would print the size of each of its hundred chunks. */
import { build } from 'rolldown';
import options from '../rolldown.config.ts';

for (const one of options) await build(one);
