/**
 * `npm run test:mutants [-- WORD …]`: switches off one guarding line after another, in a copy of the repository, and runs the nearest
 * tests, which must fail. With words only the mutants that have one of them in what they guard.
 */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { copyRepository } from './copy.ts';
import { type PlacedMutant, placeMutants, readSources, switchedOff } from './mutant.ts';
import { mutants } from './rows.ts';
import { openTestRunner, type TestRunner, type TestsEnd } from './run-tests.ts';

const repository = resolve(import.meta.dirname, '../..');
const sources = readSources(repository);

/** Resolves with whether none lives. */
async function tryMutants(root: string, words: readonly string[]): Promise<boolean> {
  const begunMs = performance.now();
  const { faults, placed } = placeMutants(mutants, sources);
  if (faults.length > 0) {
    console.error(`${faults.join('\n')}\nThe table no longer fits the source: mend test/mutants/rows/.`);
    return false;
  }
  const wanted = placed.filter(
    ({ guards }) => words.length === 0 || words.some((word) => guards.includes(word)),
  );
  const tests = [...new Set(wanted.flatMap((one) => one.tests))];
  console.log(`${wanted.length} mutants; their ${tests.length} files of tests without any come first`);
  const runner = await openTestRunner(root);
  try {
    const whole = await runner.run(tests);
    if (whole.kind !== 'passed') {
      console.error(`The tests don't pass as they are: ${whole.kind === 'failed' ? whole.title : whole.why}`);
      return false;
    }
    const alive = await tryEach(runner, root, wanted);
    const took = `${Math.round((performance.now() - begunMs) / 1000)} s`;
    const ended = `${wanted.length - alive} of ${wanted.length} mutants ended`;
    console.log(
      `${ended} by ${whole.count} cases in ${tests.length} files of tests; ${alive} alive; ${took}`,
    );
    return alive === 0;
  } finally {
    await runner.close();
  }
}

/** Resolves with how many live. */
async function tryEach(runner: TestRunner, root: string, wanted: readonly PlacedMutant[]): Promise<number> {
  let alive = 0;
  for (const [place, mutant] of wanted.entries()) {
    const begunMs = performance.now();
    const end = await tryOne(runner, root, mutant);
    if (end.kind !== 'failed') alive += 1;
    const took = `${((performance.now() - begunMs) / 1000).toFixed(1)} s`;
    console.log(`${place + 1}/${wanted.length}  ${told(mutant, end)}  ${took}`);
  }
  return alive;
}

async function tryOne(runner: TestRunner, root: string, mutant: PlacedMutant): Promise<TestsEnd> {
  const { path, tests } = mutant;
  const whole = sources.source.get(path) ?? '';
  const write = (text: string): void => {
    writeFileSync(join(root, path), text);
    runner.changed(path);
  };
  write(switchedOff(mutant, whole));
  try {
    return await runner.run(tests);
  } finally {
    write(whole);
  }
}

function told({ guards, path }: PlacedMutant, end: TestsEnd): string {
  if (end.kind === 'failed') return `${guards}: “${end.title}”`;
  const why = end.kind === 'passed' ? `${end.count} cases pass` : end.why;
  return `ALIVE  ${guards} (${path}): ${why}`;
}

const copy = copyRepository(repository);
// A signal ends the run, and the copy with it; the repository is never changed.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(name, () => {
    copy.remove();
    process.exit(1);
  });
try {
  process.exitCode = (await tryMutants(copy.root, process.argv.slice(2))) ? 0 : 1;
} finally {
  copy.remove();
}
