import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { tryFolder } from '../../../src/outputs/destinations/folder-target.ts';

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'genctl-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

describe('trying a folder', () => {
  it('finds nothing in the way of one that is there, and leaves nothing in it', () => {
    const folder = emptyFolder();
    expect(tryFolder(folder)).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('makes none that is missing: the nearest one that exists is tried for it', () => {
    const folder = emptyFolder();
    expect(tryFolder(join(folder, 'new', 'deep'))).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('follows a link to a folder', () => {
    const folder = emptyFolder();
    mkdirSync(join(folder, 'real'));
    symlinkSync(join(folder, 'real'), join(folder, 'link'));
    expect(tryFolder(join(folder, 'link', 'new'))).toBeUndefined();
  });

  it('names the file that is in the way, at its end or on the way to it', () => {
    const file = join(emptyFolder(), 'clip.mp4');
    writeFileSync(file, 'precious');
    expect(tryFolder(file)).toEqual({ code: 'ENOTDIR', path: file });
    expect(tryFolder(join(file, 'in', 'it'))).toEqual({ code: 'ENOTDIR', path: file });
  });

  it('takes a link that leads nowhere for what it is', () => {
    const link = join(emptyFolder(), 'link');
    symlinkSync('nowhere', link);
    expect(tryFolder(link)).toEqual({ code: 'ENOTDIR', path: link });
  });

  it('gives the system’s own code for a name that no disk takes', () => {
    const folder = emptyFolder();
    expect(tryFolder(join(folder, 'x'.repeat(300)))).toMatchObject({ code: 'ENAMETOOLONG' });
    symlinkSync('round', join(folder, 'round'));
    expect(tryFolder(join(folder, 'round'))).toMatchObject({ code: 'ELOOP' });
  });
});
