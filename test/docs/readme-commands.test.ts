import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

/** The shell blocks that anyone can run: those after a comment need a real service, or never end; npm is another matter. */
const blocks = [...readme.matchAll(/(<!--[^\n]*-->\n)?```sh\n([\s\S]*?)```/g)]
  .filter(([, comment, text]) => comment === undefined && text?.startsWith('npm ') === false)
  // jq is not part of Node; what it reads is.
  .map(([, , text = '']) => text.replaceAll(/ \| jq .*$/gm, ''));

it('finds the blocks', () => expect(blocks.length).toBeGreaterThanOrEqual(6));

it.each(blocks.map((block) => [block.split('\n')[0], block] as const))('README: %s', async (_, block) => {
  const home = mkdtempSync(join(tmpdir(), 'genctl-readme-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const bin = join(home, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'genctl'), `#!/bin/sh\nexec '${process.execPath}' '${root}/bin/genctl.js' "$@"\n`);
  chmodSync(join(bin, 'genctl'), 0o755);
  const env = {
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    HOME: home,
    GENCTL_HOME: join(home, 'genctl'),
    GENCTL_SANDBOX_SPEED: 'instant',
  };
  const { stdout } = await promisify(execFile)('sh', ['-e', '-c', block], { cwd: home, env });
  expect(stdout).not.toBe('');
});
