import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Plugin } from 'rolldown';
import type { StandIn } from './stand-ins.ts';

const require = createRequire(import.meta.url);
const parserFile = 'llhttp.wasm';
const programFile = join(import.meta.dirname, '../src/files/program-file.ts');

/** What packages get instead of what genctl never uses. What each gains: docs/decisions/2026-11-28-packages.md */
export const packageStandIns: readonly StandIn[] = [
  {
    of: 'commander',
    asks: 'node:child_process',
    gets: "exports.spawn = (...words) => require('node:child_process').spawn(...words);",
  },
  {
    of: 'undici',
    asks: 'node:http',
    // The limit that Node has, too, and what no body of ours is.
    gets: 'exports.maxHeaderSize = 16_384; exports.IncomingMessage = class IncomingMessage {};',
  },
  {
    of: 'undici',
    asks: 'node:assert',
    gets: 'module.exports = (holds, why) => { if (!holds) throw why instanceof Error ? why : new Error(why); };',
  },
  {
    of: 'undici',
    asks: './client-h2.js',
    gets: "module.exports = () => { throw new Error('HTTP/2 is switched off'); };",
  },
  {
    of: 'undici',
    asks: '../web/fetch/body.js',
    gets: "exports.extractBody = () => { throw new Error('a body is no form'); };",
  },
  // The same parser for processors with SIMD. Where it can't be had, undici takes the one that runs on all.
  { of: 'undici', asks: '../llhttp/llhttp_simd-wasm.js', gets: "throw new Error('left out');" },
  // The parser lies beside the program as it is. In a text it takes a third more, and is compiled twice.
  {
    of: 'undici',
    asks: '../llhttp/llhttp-wasm.js',
    ours: 'undici/lib/llhttp/llhttp-wasm.js',
    gets: `const { programFile } = require(${JSON.stringify(programFile)});
module.exports = programFile(require('node:path').join(__dirname, '${parserFile}'));`,
  },
  { of: 'undici', asks: '../llhttp/constants.js', gets: parserConstants() },
  {
    of: 'conf',
    asks: 'ajv/dist/2020.js',
    gets: "exports.Ajv2020 = class { constructor() { throw new Error('settings have no schema'); } };",
  },
  {
    of: 'conf',
    asks: 'ajv-formats',
    gets: "exports.default = () => { throw new Error('settings have no schema'); };",
  },
  // It compares the versions that migrations are for, of which settings have none.
  { of: 'conf', asks: 'semver', gets: 'exports.default = {};' },
  {
    of: 'prom-client',
    asks: '@opentelemetry/api',
    gets: "exports.trace = { getSpan() { throw new Error('metrics have no exemplars'); } };",
  },
  ...['./lib/summary', './lib/pushgateway', './lib/cluster'].map((asks) => ({
    of: 'prom-client',
    asks,
    gets: `module.exports = class { constructor() { throw new Error('${asks} is left out'); } };`,
  })),
  // The one spinner is drawn with frames of our own.
  { of: 'ora', asks: 'cli-spinners', gets: 'module.exports = {};' },
  // A table is given its colours in its cells. Where these can't be had, cli-table3 goes without.
  { of: 'cli-table3', asks: '@colors/colors/safe', gets: "throw new Error('left out');" },
];

const lenientOs = `import { homedir, tmpdir } from 'node:os';
export default { tmpdir, homedir() { try { return homedir(); } catch { return undefined; } } };`;

/** Of a module that is imported whole the bundler makes a copy, a member at a time: half a millisecond for all of `process`. */
export const placesStandIns: readonly StandIn[] = [
  { of: 'env-paths', asks: 'node:process', gets: 'export default globalThis.process;' },
  {
    of: 'env-paths',
    asks: 'node:os',
    gets: "import { homedir, tmpdir } from 'node:os'; export default { homedir, tmpdir };",
  },
  {
    of: 'env-paths',
    asks: 'node:path',
    gets: "import { basename, join } from 'node:path'; export default { basename, join };",
  },
];

/** The same, where a user without a home folder is to be told the version: env-paths looks for it when it is loaded. */
export const startStandIns: readonly StandIn[] = placesStandIns.map((row) =>
  row.asks === 'node:os' ? { ...row, gets: lenientOs } : row,
);

/** The constants that undici reads, without those for parsers of requests. */
function parserConstants(): string {
  const all = require('undici/lib/llhttp/constants.js') as Record<string, unknown>;
  const reader = readFileSync(require.resolve('undici/lib/dispatcher/client-h1.js'), 'utf8');
  const used = new Set(Array.from(reader.matchAll(/\bconstants\.(\w+)/g), ([, name = '']) => name));
  if (used.size === 0) throw new Error('undici reads its constants in another way: their stand-in is to go');
  return [...used].map((name) => `exports.${name} = ${JSON.stringify(all[name])};`).join('\n');
}

/** Puts undici's parser beside the program. */
export function parserBeside(): Plugin {
  return {
    name: 'parser-beside',
    generateBundle() {
      const source = require('undici/lib/llhttp/llhttp-wasm.js') as Buffer;
      this.emitFile({ type: 'asset', fileName: parserFile, source });
    },
  };
}
