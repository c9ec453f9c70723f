import { availableParallelism } from 'node:os';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { every, everyday } from './test/levels.ts';
import { LongestFirst } from './test/longest-first.ts';

const report = process.env.TEST_REPORT;
// Whoever watches sees it move; a log has what failed, and the sum.
const shown = process.stdout.isTTY ? 'dot' : 'minimal';

type TestOptions = NonNullable<ViteUserConfig['test']>;
type Reporters = NonNullable<TestOptions['reporters']>;

/** How both suites are told of. `TEST_REPORT` names a file for the whole of it, as JSON. */
export const reporters: Reporters =
  report === undefined ? [shown] : [shown, ['json', { outputFile: report }]];

const isShuffled = process.argv.some((word) => word.startsWith('--sequence.shuffle'));
/** In which order both suites start their files. */
export const sequence: NonNullable<TestOptions['sequence']> = isShuffled ? {} : { sequencer: LongestFirst };

/** Whoever names files gets them, on whichever level they are. */
const namesFiles = process.argv.some((word) => word.startsWith('test/'));

export default defineConfig({
  test: {
    ...(namesFiles ? every : everyday),
    pool: 'forks',
    // To load the modules anew for each of 300 files would take as long as half the tests.
    isolate: false,
    // Short-lived objects die young in a larger room: a tenth of all computing.
    execArgv: ['--max-semi-space-size=64'],
    experimental: { fsModuleCache: true },
    globalSetup: ['test/sample-seed.ts', 'test/memory-folder.ts'],
    setupFiles: ['test/surroundings.ts'],
    // Some tests wait for processes and clocks of their own: one more than the cores, which would else be idle meanwhile. Each loads the source.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    reporters,
    sequence,
  },
});
