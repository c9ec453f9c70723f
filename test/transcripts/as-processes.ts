import { expect } from 'vitest';
import { isDrawn } from '../sample.ts';

/** Of the tests of transcripts, one in how many is run as processes where some are. */
const share = 4;
/** The first test of each file that started anything. */
const firsts = new Map<string, string>();

/**
 * Whether the runs of the test that is running are processes, all of them: a start in the test's own process is dead to a process
 * in the same home. `TRANSCRIPTS=processes` says so of all tests, `TRANSCRIPTS=some` of the first of each file and of some that
 * TEST_SEED draws.
 */
export function runsAsProcesses(): boolean {
  const { TRANSCRIPTS: how } = process.env;
  if (how !== 'some') return how === 'processes';
  const { testPath = '', currentTestName = '' } = expect.getState();
  const first = firsts.get(testPath) ?? currentTestName;
  firsts.set(testPath, first);
  return first === currentTestName || isDrawn(`${testPath} ${currentTestName}`, share);
}
