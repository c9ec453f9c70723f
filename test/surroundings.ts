import { afterAll } from 'vitest';
import { callerNames } from '../src/terminal/environment.ts';
import { removeTemporaryFolders } from './temporary-folder.ts';

// Runs before each file of tests: what the tester has set for programs in general, or for genctl, is not what the tests are about, and
// Node and packages look for it by themselves where they draw. (Certificates of its own cost a start of Node 20 some 30 ms.)
for (const name of Object.keys(process.env)) {
  if (
    /^(GENCTL_|XDG_)|^(CI|NO_COLOR|FORCE_COLOR|COLORTERM|TERM|EDITOR|VISUAL|NODE_OPTIONS|NODE_EXTRA_CA_CERTS)$|_proxy$/i.test(
      name,
    ) ||
    isCallers(name)
  )
    delete process.env[name];
}

/** A program that runs the tests for somebody says so to what they start. */
function isCallers(name: string): boolean {
  return callerNames.some((one) => one === name);
}

/** A machine with other work may take long over a matrix of homes. Unit: ms. */
const removalMsMost = 120_000;

// A hook that a running test registers for the end of its file is never called: this one is there before any test.
afterAll(removeTemporaryFolders, removalMsMost);
