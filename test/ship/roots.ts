import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../temporary-folder.ts';
import type { Machine } from './main-job.ts';

/** The user of genctl there: nobody that the machine knows, and not root. */
const user = 1000;

/** Runs a program of this machine and gives what it printed. */
export function run(program: string, ...words: string[]): string {
  return execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** A root with nothing but the libraries that the program is linked with: no shell, no devices, no users. */
export function bareRoot(program: string): string {
  const root = temporaryFolder('genctl-root-');
  for (const [library] of run('ldd', program).matchAll(/\/\S+\.so\S*/g)) {
    mkdirSync(dirname(join(root, library)), { recursive: true });
    copyFileSync(library, join(root, library));
  }
  return root;
}

/** The machine of this root, where somebody who is not root has a folder and the words start genctl. Needs root. */
export function machineIn(root: string, genctl: readonly string[], env: Machine['env'] = {}): Machine {
  const work = '/work';
  mkdirSync(join(root, work));
  chmodSync(root, 0o755);
  chownSync(join(root, work), user, user);
  return { genctl: ['/usr/sbin/chroot', `--userspec=${user}:${user}`, root, ...genctl], root, work, env };
}

/** A new Debian 13 with these packages beside what every machine has. Debian's mirror gives it; a few minutes. Needs root. */
export function debianRoot(...packages: string[]): string {
  const root = join(temporaryFolder('genctl-debian-'), 'root');
  run('mmdebstrap', '--variant=minbase', `--include=${packages.join(',')}`, 'trixie', root);
  return root;
}
