import { join } from 'node:path';
import type { BuildOptions, Plugin } from 'rolldown';
import { peerDependencies } from './package.json' with { type: 'json' };
import { asciiCode } from './scripts/ascii-code.ts';
import { builtSchemas } from './scripts/built-schemas.ts';
import { galleryPage } from './scripts/gallery-page.ts';
import { installedImports } from './scripts/installed-imports.ts';
import { packageStandIns, parserBeside, placesStandIns, startStandIns } from './scripts/package-stand-ins.ts';
import { plainExports } from './scripts/plain-exports.ts';
import { standIns } from './scripts/stand-ins.ts';
import { checkSteps, type Steps, stepChunks } from './scripts/steps.ts';
import { thirdPartyLicenses } from './scripts/third-party-licenses.ts';

const root = import.meta.dirname;
const sourceFolder = join(root, 'src');

/**
 * A file costs a third of a millisecond to find and read, so what a run needs together is one file. What each command loads is
 * held to in test/bundle/.
 */
const steps: Steps = {
  // What completes a word needs without a parser and every other run as well; most words that are looked up are those of jobs.
  word: [
    'run/completion/job-offers.ts',
    'account/home.ts',
    'text/safe-text.ts',
    'files/program-file.ts',
    'terminal/standard-stream.ts',
  ],
  // Accounts and settings, which other words are looked up in. The names of routes are what a library's sandbox needs with them.
  account: ['run/completion/setting-offers.ts', 'service/routes.ts'],
  // The library makes a sandbox with this step alone. Its first request loads the service.
  library: ['sandbox/control/control.ts', 'sandbox/state/account-id.ts'],
  line: [
    'run/line/run.ts',
    'cli/surroundings.ts',
    // What the commands that name jobs share with `submit`, whose flags they have no use for.
    ...['command/define-command.ts', 'cli/flags/flag-conflict.ts', 'cli/arguments.ts'],
    ...['request/route-flags.ts', 'service/options.ts', 'service/wire-values.ts'],
    ...['schema/json/canonical-json.ts', 'schema/json/json-place.ts'],
  ],
  flags: ['commands/submit.ts'],
  context: [
    'commands/status.ts',
    'run/context/create-context.ts',
    'account/keys/run-command.ts',
    'account/keys/account-fingerprint.ts',
    'account/keys/credentials.ts',
    'account/keys/pinned-account.ts',
  ],
  network: ['api/transport/undici-exchange.ts'],
  contract: ['service/job.ts'],
  lines: ['follow/words/job.ts'],
  jobs: ['commands/jobs.ts'],
  submit: [
    'request/account-facts.ts',
    'request/defaults.ts',
    'follow/send/prepare-submission.ts',
    'follow/send/several-requests.ts',
    'follow/send/submit-and-follow.ts',
    // The costs of jobs go by it, and the value that mends one.
    'service/wire/video-input-description.ts',
  ],
  // What is left of the budgets, and so what jobs cost, which the fields of a request tell.
  budgets: ['money/budget-standings.ts', 'money/spending-limits.ts', 'ledger/records/sandbox-apart.ts'],
  // An error of what was typed, and the line that mends it.
  mends: ['run/mend/mend-error.ts'],
  sandbox: ['sandbox/app.ts', 'cli/sandbox/sandbox-port.ts'],
};

const shared = {
  platform: 'node',
  logLevel: 'warn',
  transform: { target: 'node20' },
} satisfies BuildOptions;

const output = {
  dir: 'dist',
  format: 'cjs',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  dynamicImportInCjs: false,
  // Functions and classes keep their names: whoever reports a fault can say where it is.
  minify: {
    mangle: { keepNames: true },
    compress: { joinVars: false, sequences: false },
  },
} satisfies BuildOptions['output'];

/**
 * CommonJS chunks, required when used: the ESM loader never starts. What was measured:
 * docs/decisions/2026-11-21-commonjs-chunks.md
 */
const program: BuildOptions = {
  ...shared,
  // The sandbox is a library as well, and shares its chunks with the program. One that listens renders in a thread.
  input: {
    main: 'src/main.ts',
    sandbox: 'src/sandbox/library.ts',
    'render-thread': 'src/sandbox/links/render-thread.ts',
  },
  output: {
    ...output,
    cleanDir: true,
    codeSplitting: { groups: stepChunks(steps, sourceFolder) },
  },
  plugins: [
    commonjsFolder(),
    installedImports(root, Object.keys(peerDependencies)),
    checkSteps(steps, sourceFolder),
    standIns([...packageStandIns, ...placesStandIns]),
    parserBeside(),
    builtSchemas(sourceFolder),
    plainExports(),
    thirdPartyLicenses(),
    galleryPage(sourceFolder),
    asciiCode(),
  ],
};

/** What is there before the first chunk is, with a file of its own. */
const start: BuildOptions = {
  ...shared,
  input: { start: 'src/start/start.ts' },
  output,
  plugins: [standIns(startStandIns), asciiCode()],
  // Here the platforms' places are needed at once.
  checks: { ineffectiveDynamicImport: false },
};

/** What is used at the end of some runs. */
const keepCode: BuildOptions = {
  ...shared,
  input: { 'keep-code': 'src/start/keep-code.ts' },
  output,
  plugins: [asciiCode()],
};

export default [program, start, keepCode];

function commonjsFolder(): Plugin {
  return {
    name: 'commonjs-folder',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "commonjs" }\n' });
    },
  };
}
