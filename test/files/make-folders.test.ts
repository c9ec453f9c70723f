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

it('comes back where a file is in the way, and where a file system takes no folders', () => {
  const top = folder();
  writeFileSync(join(top, 'file'), '');
  expect(() => makeFolders(join(top, 'file'))).toThrow(/EEXIST/);
  expect(() => makeFolders(join(top, 'file/below'))).toThrow(/EEXIST|ENOTDIR/);
  if (existsSync('/proc/self')) expect(() => makeFolders('/proc/no/such/place')).toThrow(/ENOENT/);
});
