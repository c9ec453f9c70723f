import { join } from 'node:path';
import { createVitest, type TestModule, type Vitest } from 'vitest/node';

/** How tests ended. `broken`: they could not be run, as where a file can't be loaded. */
export type TestsEnd =
  | { kind: 'passed'; count: number }
  | { kind: 'failed'; title: string }
  | { kind: 'broken'; why: string };

/** Runs files of tests again and again, on a source that changes in between. */
export interface TestRunner {
  /** Runs some files of tests, up to the first case that fails. */
  run(tests: readonly string[]): Promise<TestsEnd>;
  /** Has a file read anew in the next run. */
  changed(path: string): void;
  close(): Promise<void>;
}

/** Starts vitest once, because that takes longer than the tests of most mutants. Paths are relative to `root`. */
export async function openTestRunner(root: string): Promise<TestRunner> {
  // The seed of what is sampled is the same each time, so that a mutant has the same cases.
  process.env.TEST_SEED ??= '1';
  const vitest = await createVitest('test', {
    root,
    watch: false,
    bail: 1,
    maxWorkers: 1,
    reporters: [{}],
  });
  return {
    run: (tests) => runOnce(vitest, root, tests),
    changed: (path) => vitest.invalidateFile(join(root, path)),
    close: () => vitest.close(),
  };
}

async function runOnce(vitest: Vitest, root: string, tests: readonly string[]): Promise<TestsEnd> {
  const specifications = await vitest.globTestSpecifications(tests.map((path) => join(root, path)));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications, false);
  const paths = new Set(specifications.map(({ moduleId }) => moduleId));
  // The modules of earlier runs come with these.
  const modules = testModules.filter(({ moduleId }) => paths.has(moduleId));
  const cases = modules.flatMap((module) => [...module.children.allTests()]);
  const failed = cases.find((one) => one.result().state === 'failed');
  if (failed !== undefined) return { kind: 'failed', title: failed.fullName };
  const [why] = [...modules.flatMap(errorsOf), ...unhandledErrors.map(String)];
  const count = cases.filter((one) => one.result().state === 'passed').length;
  if (why !== undefined || count === 0) return { kind: 'broken', why: why ?? 'no case was run' };
  return { kind: 'passed', count };
}

/** Of a file that could not be loaded, and of hooks. */
function errorsOf(module: TestModule): string[] {
  return module.errors().map(({ message }) => `${module.moduleId}: ${message}`);
}
