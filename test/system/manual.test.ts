import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';

const page = resolve(import.meta.dirname, '../../man/genctl.1');

it('groff has nothing to say against the manual page', () => {
  const { status, stderr } = spawnSync('groff', ['-ww', '-mandoc', '-Tutf8', '-z', page], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

/** The page as man shows it in a window of so many columns. */
function shown(columns: number): string {
  const env = { PATH: process.env.PATH, LANG: 'C.UTF-8', MANWIDTH: String(columns), MANPAGER: 'cat' };
  return execFileSync('man', ['-l', page], { encoding: 'utf8', env });
}

it.each([60, 80, 120])('man breaks no word in a window of %i columns', (columns) => {
  expect(shown(columns).match(/^.*‐$/gm)).toBeNull();
});

it('man shows it, with flags that can be copied', () => {
  const text = shown(80);
  expect(text).toMatch(/^NAME\n +genctl — submit image and video generation jobs/m);
  expect(text).toMatch(/^ +-D, --dir folder$/m);
  expect(text).toMatch(/^ +GENCTL_BASE_URL$/m);
  expect(text).toMatch(/^ +13 +the service may or may not have started a job/m);
  expect(text).toContain('genctl config get concurrency');
});

it.skipIf(process.platform === 'win32')('an installed package has it where man looks', () => {
  const folder = temporaryFolder('genctl-man-');
  const npm = (...words: string[]): string =>
    execFileSync('npm', [...words, '--ignore-scripts', '--offline', '--cache', join(folder, 'cache')], {
      cwd: resolve(import.meta.dirname, '../..'),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const [{ filename }] = JSON.parse(npm('pack', '--json', '--pack-destination', folder));
  npm('install', '--global', '--prefix', folder, join(folder, filename));
  const installed = join(folder, 'share', 'man', 'man1', 'genctl.1');
  expect(readFileSync(installed, 'utf8')).toBe(readFileSync(page, 'utf8'));
});
