import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ensurePrivateFolder, fsyncFolder, makeFolders, userFolder } from '../../src/files/folder.ts';
import { tempFolder } from './fixtures/temp-folder.ts';

const modeOf = (path: string) => statSync(path).mode & 0o777;

describe('a private folder', () => {
  it('is made with its parents, closed to others', () => {
    const path = join(tempFolder(), 'one', 'two', 'three');
    ensurePrivateFolder(path);
    expect([path, dirname(path), dirname(dirname(path))].map(modeOf)).toEqual([0o700, 0o700, 0o700]);
  });

  it('is closed to others where it was open, and its parent is left alone', () => {
    const folder = tempFolder();
    const path = join(folder, 'open');
    mkdirSync(path);
    chmodSync(path, 0o755);
    chmodSync(folder, 0o755);
    ensurePrivateFolder(path);
    expect(modeOf(path)).toBe(0o700);
    expect(modeOf(folder)).toBe(0o755);
  });

  it('stays read-only where its owner made it so', () => {
    const path = join(tempFolder(), 'shelf');
    mkdirSync(path);
    chmodSync(path, 0o555);
    ensurePrivateFolder(path);
    expect(modeOf(path)).toBe(0o500);
  });

  it('is refused with the native code where a file is in the way', () => {
    const path = join(tempFolder(), 'file');
    writeFileSync(path, '');
    expect(() => ensurePrivateFolder(path)).toThrow(expect.objectContaining({ code: 'EEXIST' }));
    expect(() => ensurePrivateFolder(join(path, 'below'))).toThrow(
      expect.objectContaining({ code: 'ENOTDIR' }),
    );
  });
});

describe('flushing a folder', () => {
  it('works on a folder and fails with the native code where there is none', () => {
    const folder = tempFolder();
    expect(() => fsyncFolder(folder)).not.toThrow();
    expect(() => fsyncFolder(join(folder, 'missing'))).toThrow(expect.objectContaining({ code: 'ENOENT' }));
  });
});

describe('making folders', () => {
  it('creates what is missing, and says where it began', () => {
    const top = tempFolder();
    expect(makeFolders(join(top, 'a/b/c'), { mode: 0o700 })).toBe(join(top, 'a'));
    expect(statSync(join(top, 'a/b/c')).mode & 0o777).toBe(0o700);
    expect(makeFolders(join(top, 'a/b/c'))).toBeUndefined();
  });

  it('says of a file in its place and of a file above it what they are, on every Node', () => {
    const top = tempFolder();
    writeFileSync(join(top, 'file'), '');
    expect(() => makeFolders(join(top, 'file'))).toThrow(expect.objectContaining({ code: 'EEXIST' }));
    for (const below of ['file/below', 'file/far/below']) {
      expect(() => makeFolders(join(top, below))).toThrow(expect.objectContaining({ code: 'ENOTDIR' }));
    }
  });

  it.runIf(existsSync('/proc/self'))('comes back where a file system takes no folders', () => {
    expect(() => makeFolders('/proc/no/such/place')).toThrow(/ENOENT/);
  });
});

it('the folder of the user is what HOME says, or else the system, and never depends on the working folder', () => {
  expect(userFolder('/srv/me')).toBe('/srv/me');
  expect(userFolder(undefined)).toBe(homedir());
  expect(userFolder('')).toBe(homedir());
  expect(userFolder('here')).toBeUndefined();
});
