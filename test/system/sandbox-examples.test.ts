import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';

const root = resolve(import.meta.dirname, '../..');

/** A copy of an example, beside the packages that it names. */
function copyOf(example: string): string {
  const folder = temporaryFolder('genctl-example-');
  cpSync(join(root, 'examples', example), folder, { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/genctl'));
  symlinkSync(join(root, 'node_modules/vitest'), join(folder, 'node_modules/vitest'));
  return folder;
}

function ran(program: string, words: readonly string[], how: { cwd: string; env?: Record<string, string> }) {
  const { PATH = '' } = process.env;
  const env = { PATH, HOME: how.cwd, ...how.env };
  const { status, stdout, stderr } = spawnSync(program, words, { cwd: how.cwd, env, encoding: 'utf8' });
  return { status, said: `${stdout}\n${stderr}` };
}

describe('the examples of tests against the sandbox', () => {
  it('pass with Vitest', () => {
    const cwd = copyOf('sandbox-javascript');
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const { said, status } = ran(process.execPath, [vitest, 'run', 'client.test.js'], { cwd });
    expect(status, said).toBe(0);
    expect(said).toMatch(/2 passed/);
  });

  it('pass with node:test', () => {
    const cwd = copyOf('sandbox-javascript');
    const { said, status } = ran(process.execPath, ['--test', 'client.node-test.js'], { cwd });
    expect(status, said).toBe(0);
    expect(said).toMatch(/pass 2/);
  });

  it('pass with pytest', () => {
    const cwd = copyOf('sandbox-pytest');
    const genctl = join(cwd, 'genctl');
    writeFileSync(genctl, `#!/bin/sh\nexec "${process.execPath}" "${join(root, 'bin/genctl.js')}" "$@"\n`);
    chmodSync(genctl, 0o755);
    const { said, status } = ran('python3', ['-m', 'pytest', '-q'], { cwd, env: { GENCTL: genctl } });
    expect(status, said).toBe(0);
    expect(said).toMatch(/3 passed/);
  });
});
