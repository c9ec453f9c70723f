import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeFolders } from '../../src/files/make-folders.ts';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'genctl-folders-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

it('creates what is missing, and says where it began', () => {
  const top = folder();
  expect(makeFolders(join(top, 'a/b/c'), { mode: 0o700 })).toBe(join(top, 'a'));
  expect(statSync(join(top, 'a/b/c')).mode & 0o777).toBe(0o700);
  expect(makeFolders(join(top, 'a/b/c'))).toBeUndefined();
});

it('says of a file in its place and of a file above it what they are, on every Node', () => {
  const top = folder();
  writeFileSync(join(top, 'file'), '');
  expect(() => makeFolders(join(top, 'file'))).toThrow(expect.objectContaining({ code: 'EEXIST' }));
  for (const below of ['file/below', 'file/far/below']) {
    expect(() => makeFolders(join(top, below))).toThrow(expect.objectContaining({ code: 'ENOTDIR' }));
  }
});

it.runIf(existsSync('/proc/self'))('comes back where a file system takes no folders', () => {
  expect(() => makeFolders('/proc/no/such/place')).toThrow(/ENOENT/);
});
