import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BuildOptions, Plugin } from 'rolldown';

/**
 * CommonJS chunks, one a command, required when used: the ESM loader never starts. What was measured:
 * docs/decisions/2026-11-21-commonjs-chunks.md
 */
export default {
  input: { main: 'src/main.ts' },
  platform: 'node',
  logLevel: 'warn',
  transform: { target: 'node20' },
  output: {
    dir: 'dist',
    format: 'cjs',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    dynamicImportInCjs: false,
    minify: true,
    cleanDir: true,
    // A file costs a third of a millisecond to find and read, so what is always loaded together is one file.
    codeSplitting: {
      groups: [
        {
          name: 'flags',
          test: /src\/(commands\/(flag|flag-words|global-flags|define-command|route-flags)|contract\/(request-route|routes)|errors\/(cli-error|exit-codes|machine-error|preflight-error|system-trouble|usage-error)|rules\/safe-text|ui\/render\/(shell-line|shell-quote))\.ts$/,
          priority: 5,
        },
        // What settings and records are read with: a word is completed without the flags that read the same values.
        {
          name: 'values',
          test: /src\/(files\/(error-code|read-whole)|rules\/(duration|file-name|json-number|json-object|json-tokens|nearest-name|read-json|wait-limits))\.ts$/,
          priority: 5.5,
        },
        {
          name: 'journey',
          test: /src\/(commands\/(journey-flags|request-flags|intent-flags|check-flags|submission-input|text-source|local-text|prompt-text|stdin-once|idle-flags|flag-conflict|show-flags|set-flag|exact-json)|rules\/(json-flaw|once-key)|contract\/(video-values|prompt-enhance-levels))\.ts$/,
          priority: 5,
        },
        { name: 'contract', test: /src\/contract\/(field|job|output|wire-error)\.ts$/, priority: 6 },
        // A word is completed without the shell of a command around it.
        {
          name: 'records',
          test: /src\/(store\/(account|home|model-cache|newest-records|profiles|settings)|rules\/(base-url|safe-text)|ui\/render\/prompt-text)\.ts$/,
          priority: 4.5,
        },
        { name: 'shell', test: /src\/commands\/run\.ts$/, priority: 4 },
        {
          name: 'service',
          test: /src\/(commands\/(create-context|find-jobs|keep-state|onward|narrator|print-jobs)|rules\/(canonical-json|json-path)|client\/record-poll|store\/(pinned-account|credentials|credential-command|home)|client\/jobs)\.ts$/,
          priority: 3,
        },
        {
          name: 'lines',
          test: /src\/ui\/render\/(aligned|text-width|size|status-word|time|money)\.ts$/,
          priority: 3.5,
        },
        {
          name: 'submit',
          test: /src\/commands\/(prepare-submission|submit-and-follow|defaults)\.ts$/,
          priority: 2,
        },
        { name: 'network', test: /src\/client\/undici-exchange\.ts$/, priority: 1 },
      ],
    },
  },
  plugins: [commonjsFolder(), lazyChildProcess(), withoutHttp2(), laterParts(), thirdPartyLicenses()],
} satisfies BuildOptions;

function commonjsFolder(): Plugin {
  return {
    name: 'commonjs-folder',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "commonjs" }\n' });
    },
  };
}

/**
 * commander requires child_process at start, for executable subcommands, which genctl has none of: 2 ms of every start.
 * Fails the build where commander no longer reads that way, so that the gain is not lost in silence.
 */
function lazyChildProcess(): Plugin {
  const eager = "const childProcess = require('node:child_process');";
  const lazy = "const childProcess = { spawn: (...words) => require('node:child_process').spawn(...words) };";
  return {
    name: 'lazy-child-process',
    transform(code, id) {
      if (!/[\\/]commander[\\/]lib[\\/]command\.js$/.test(id)) return null;
      if (!code.includes(eager)) throw new Error('commander no longer requires child_process as expected');
      return { code: code.replace(eager, lazy), map: null };
    },
  };
}

/** HTTP/2 is off; loading Node's part for it, and undici's, is time and bytes for nothing. */
function withoutHttp2(): Plugin {
  return {
    name: 'without-http2',
    load(id) {
      if (!/[\\/]undici[\\/]lib[\\/]dispatcher[\\/]client-h2\.js$/.test(id)) return null;
      return "module.exports = () => { throw new Error('HTTP/2 is switched off'); };";
    },
  };
}

/**
 * Parts of undici that it requires inside functions, and a JSON request never reaches: bodies of fetch's kinds, and the
 * parser for processors without vector instructions. As files of their own they cost nothing until then.
 */
function laterParts(): Plugin {
  const parts: Record<string, string> = {
    'web/fetch/body.js': 'undici-body.js',
    'llhttp/llhttp-wasm.js': 'undici-parser.js',
  };
  const folder = resolve(import.meta.dirname, 'node_modules/undici/lib');
  return {
    name: 'later-parts',
    buildStart() {
      for (const [path, fileName] of Object.entries(parts)) {
        this.emitFile({ type: 'chunk', id: join(folder, path), fileName });
      }
    },
    resolveId(source, importer) {
      const part = Object.keys(parts).find((path) => source.endsWith(`/${path}`));
      if (part === undefined || !/[\\/]undici[\\/]lib[\\/]dispatcher[\\/]/.test(importer ?? '')) return null;
      return { id: `./${parts[part]}`, external: true };
    },
  };
}

/** The licences of every package whose code is in the bundle. */
function thirdPartyLicenses(): Plugin {
  return {
    name: 'third-party-licenses',
    generateBundle(_, bundle) {
      const folders = new Set<string>();
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        for (const id of chunk.moduleIds) {
          const folder = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0];
          if (folder !== undefined && existsSync(join(folder, 'package.json'))) folders.add(folder);
        }
      }
      const source = [...folders]
        .sort()
        .map(licenseOf)
        .join(`\n${'-'.repeat(80)}\n\n`);
      this.emitFile({ type: 'asset', fileName: 'third-party-licenses.txt', source });
    },
  };
}

function licenseOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<
    string,
    string
  >;
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? `Licence: ${license}\n` : readFileSync(join(folder, file), 'utf8');
  return `${name} ${version}\n\n${text}`;
}
