import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { version } from '../../package.json';
import { temporaryFolder } from '../temporary-folder.ts';

const run = promisify(execFile);

async function makePackage(): Promise<string> {
  const env = { ...process.env, DEBFULLNAME: 'Ann Packager', DEBEMAIL: 'ann@packages.debian.org' };
  const words = ['tsx', 'scripts/ship/debian.ts', temporaryFolder('genctl-deb-')];
  return (await run('npx', words, { env })).stdout.trim();
}

it('Debian’s package has what npm’s has, the same bytes each time, and puts man page and completions where Debian looks', async () => {
  const [made, again] = await Promise.all([makePackage(), makePackage()]);
  expect(readFileSync(again).equals(readFileSync(made))).toBe(true);
  const fields = await run('dpkg-deb', ['--field', made]);
  expect(fields.stdout).toMatch(/^Architecture: all$/m);
  expect(fields.stdout).toMatch(
    /^Depends: nodejs \(>= 20\.19\), nodejs \(<< 21\) \| nodejs \(>= 22\.13\), nodejs \(<< 23\) \| nodejs \(>= 24\)$/m,
  );
  expect(fields.stdout).toContain(`Version: ${version}\n`);
  const root = temporaryFolder('genctl-deb-root-');
  await run('dpkg-deb', ['--extract', made, root]);
  const text = (path: string) => readFileSync(join(root, path), 'utf8');
  expect(text('usr/bin/genctl')).toMatch(/^#!\/usr\/bin\/node\n/);
  for (const [path, source] of completions) expect(text(path)).toBe(readFileSync(source, 'utf8'));
  const manual = await run('gzip', ['-dc', join(root, 'usr/share/man/man1/genctl.1.gz')]);
  expect(manual.stdout).toBe(readFileSync('man/genctl.1', 'utf8'));
  expect(text('usr/share/doc/genctl/copyright')).toMatch(
    /MIT License[\s\S]*mediabunny[\s\S]*mozilla\.org\/MPL\/2\.0[\s\S]*licenses\/Apache-2\.0\./,
  );
});

const completions = [
  ['usr/share/bash-completion/completions/genctl', 'completions/genctl.bash'],
  ['usr/share/zsh/vendor-completions/_genctl', 'completions/_genctl'],
  ['usr/share/fish/vendor_completions.d/genctl.fish', 'completions/genctl.fish'],
] as const;
