import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BuildOptions, Plugin } from 'rolldown';
import { lateRequire } from './scripts/late-require.ts';
import { thirdPartyLicenses } from './scripts/third-party-licenses.ts';

/** The chunk that is required when a function of it is first called. */
const lateChunk = 'schema';

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
        chunk('flags', 5, [
          'commands/line/define-command.ts',
          'commands/line/flag.ts',
          'commands/line/flag-words.ts',
          'commands/line/global-flags.ts',
          'commands/request/route-flags.ts',
          'contract/request-route.ts',
          'contract/routes.ts',
          'errors/cli-error.ts',
          'errors/endings.ts',
          'errors/exit-codes.ts',
          'errors/preflight-error.ts',
          'errors/system-trouble.ts',
          'rules/safe-text.ts',
          'ui/render/shell-line.ts',
          'ui/render/shell-quote.ts',
        ]),
        // What settings and records are read with: a word is completed without the flags that read the same values.
        chunk('values', 5.5, [
          'errors/error-code.ts',
          'files/read-whole.ts',
          'rules/duration.ts',
          'rules/file-name.ts',
          'rules/json/json-number.ts',
          'rules/json/json-object.ts',
          'rules/json/json-tokens.ts',
          'rules/nearest-name.ts',
          'rules/json/read-json.ts',
          'rules/wait-limits.ts',
        ]),
        chunk('journey', 5, [
          'commands/request/check-flags.ts',
          'commands/line/exact-json.ts',
          'commands/line/flag-conflict.ts',
          'commands/line/idle-flags.ts',
          'commands/request/intent-flags.ts',
          'commands/journey/journey-flags.ts',
          'commands/line/local-text.ts',
          'commands/line/prompt-text.ts',
          'commands/request/request-flags.ts',
          'commands/line/set-flag.ts',
          'commands/journey/show-flags.ts',
          'commands/line/stdin-once.ts',
          'commands/request/submission-input.ts',
          'commands/line/text-source.ts',
          'contract/prompt-enhance-levels.ts',
          'contract/video-values.ts',
          'rules/json/json-flaw.ts',
          'rules/once-key.ts',
        ]),
        chunk('contract', 6, [
          'contract/field.ts',
          'contract/job.ts',
          'contract/output.ts',
          'contract/wire-error.ts',
        ]),
        // A word is completed without the shell of a command around it.
        chunk('records', 4.5, [
          'rules/base-url.ts',
          'rules/safe-text.ts',
          'store/account.ts',
          'store/home.ts',
          'store/model-cache.ts',
          'store/ledger/newest-records.ts',
          'store/profiles.ts',
          'store/settings.ts',
          'rules/request/prompt-text.ts',
        ]),
        chunk('shell', 4, ['commands/line/run.ts']),
        chunk('service', 3, [
          'client/ways/jobs.ts',
          'client/ways/record-poll.ts',
          'commands/context/create-context.ts',
          'commands/journey/find-jobs.ts',
          'commands/context/keep-state.ts',
          'commands/context/narrator.ts',
          'commands/journey/onward.ts',
          'commands/journey/print-jobs.ts',
          // The first four are what the chunk of schemas needs of those around it.
          'contract/field-names.ts',
          'rules/checks/finding.ts',
          'rules/shown-value.ts',
          'rules/checks/text.ts',
          'rules/json/canonical-json.ts',
          'rules/json/json-path.ts',
          'store/credential-command.ts',
          'store/credentials.ts',
          'store/home.ts',
          'store/pinned-account.ts',
        ]),
        chunk('lines', 3.5, [
          'ui/render/aligned.ts',
          'ui/render/finding.ts',
          'ui/render/money.ts',
          'ui/render/size.ts',
          'ui/render/status-word.ts',
          'ui/render/text-width.ts',
          'ui/render/time.ts',
        ]),
        // Loaded when first used: a submit without a schema at hand reads none.
        chunk(
          lateChunk,
          2.5,
          [
            ...[
              'allows',
              'document',
              'findings',
              'input-field',
              'judge',
              'judge-alternatives',
              'judge-items',
            ],
            ...['judge-members', 'judge-scalars', 'judging', 'limits', 'link-field', 'nodes', 'plain-node'],
            ...['problem', 'references', 'words'],
          ].map((name) => `rules/schema/${name}.ts`),
        ),
        chunk('submit', 2, [
          'commands/request/defaults.ts',
          'commands/request/prepare-submission.ts',
          'commands/journey/submit-and-follow.ts',
        ]),
        chunk('catalogue', 1, [
          'contract/input-description.ts',
          'contract/video-input-description.ts',
          'contract/video-input.ts',
          'sandbox/catalogue/index.ts',
        ]),
        chunk('network', 1, ['client/transport/undici-exchange.ts']),
      ],
    },
  },
  plugins: [
    commonjsFolder(),
    lazyChildProcess(),
    withoutHttp2(),
    laterParts(),
    lateRequire(lateChunk),
    thirdPartyLicenses(),
  ],
} satisfies BuildOptions;

/**
 * A chunk of these files of src, and of what they alone need. Of two that claim a file the one with the higher priority has
 * it. A file that is not there fails the build, so that none loses its place when it is moved.
 */
function chunk(name: string, priority: number, paths: readonly string[]) {
  const files = new Set(paths.map((path) => resolve(import.meta.dirname, 'src', path)));
  const missing = [...files].filter((file) => !existsSync(file));
  if (missing.length > 0)
    throw new Error(`The chunk ${name} names files that are not there: ${missing.join(', ')}`);
  return { name, priority, test: (id: string) => files.has(id) };
}

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
