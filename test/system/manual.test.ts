import { execFileSync, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const page = resolve(import.meta.dirname, '../../man/genctl.1');

it('groff has nothing to say against the manual page', () => {
  const { status, stderr } = spawnSync('groff', ['-ww', '-mandoc', '-Tutf8', '-z', page], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

it('man shows it, with flags that can be copied', () => {
  const text = execFileSync('man', ['-l', page], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8', MANWIDTH: '80', MANPAGER: 'cat' },
  });
  expect(text).toMatch(/^NAME\n +genctl — submit image and video generation jobs/m);
  expect(text).toMatch(/^ +-D, --dir folder$/m);
  expect(text).toMatch(/^ +GENCTL_BASE_URL$/m);
  expect(text).toMatch(/^ +13 +a submit whose outcome is unknown/m);
  expect(text).toContain('genctl config get concurrency');
});
