import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { nodeCheck } from '../../../src/doctor/machine.ts';

const bin = readFileSync(join(import.meta.dirname, '../../../bin/genctl.js'), 'utf8').replace(/^#!.*/, '');

/** The start of genctl on a Node of that version: whether the program is loaded, and what is said. */
function startOn(version: string) {
  let isStarted = false;
  const start = () => {
    isStarted = true;
  };
  const process = {
    versions: { node: version },
    argv: [],
    exitCode: 0,
    said: '',
    stderr: {
      write(text: string) {
        process.said += text;
      },
    },
  };
  runInNewContext(bin, { process, require: () => ({ start }) });
  return { isStarted, exitCode: process.exitCode, said: process.said };
}

const versions = [20, 21, 22, 23, 24, 25, 26, 30].flatMap((major) =>
  [0, 12, 13, 18, 19, 25].map((minor) => `${major}.${minor}.0`),
);

it.each(['0.12.18', '18.20.8', ...versions])(
  'genctl starts on Node %s if the package promises it',
  (version) => {
    const { exitCode, isStarted, said } = startOn(version);
    expect(isStarted).toBe(nodeCheck(version).status === 'ok');
    if (isStarted) return;
    expect(exitCode).toBe(14);
    expect(said).toBe(
      `✗ genctl needs Node 20.19 or later, 22.13 or later, or 24 and newer; this is Node ${version}\n`,
    );
  },
);
