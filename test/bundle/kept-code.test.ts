import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { uniquePathBeside } from '../../src/files/temp-file.ts';
import { codeContent, readCode } from '../../src/start/code-file.ts';
import { keepCode } from '../../src/start/keep-code.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** Only root can give a file away. */
const othersFile: [string, (path: string) => void][] =
  process.getuid?.() === 0 ? [['is another user’s', (path) => chownSync(path, 54_321, 54_321)]] : [];

describe.runIf(process.platform !== 'win32')('kept code', () => {
  it.each([['others may write to', (path: string) => chmodSync(path, 0o622)], ...othersFile])(
    'is not taken from a file that %s',
    (_, open) => {
      const path = join(temporaryFolder('genctl-code-'), 'jobs');
      const one = { name: 'main.js', source: Buffer.from('1'), code: Buffer.alloc(32) };
      writeFileSync(path, codeContent([one]), { mode: 0o600 });
      expect([...(readCode(path)?.keys() ?? [])]).toEqual(['main.js']);
      open(path);
      expect(readCode(path)).toBeUndefined();
    },
  );
});

it('what a killed run left half written goes as code is next kept, and what another one writes stays', () => {
  const home = temporaryFolder('genctl-code-');
  const folder = join(home, 'cache', 'code');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { pid } = spawnSync(process.execPath, ['--version']);
  const mine = basename(uniquePathBeside('code'));
  const ofPid = (number: number) => mine.replace(/^\.\d+-/, `.${number}-`);
  for (const name of [ofPid(pid), ofPid(process.ppid)]) writeFileSync(join(folder, name), '');
  keepCode(home, { file: 'jobs', made: [] });
  expect(readdirSync(folder).sort()).toEqual([ofPid(process.ppid), 'jobs'].sort());
});
