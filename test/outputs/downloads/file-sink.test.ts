import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { giveFinishedName } from '../../../src/outputs/downloads/file-sink.ts';

function folderWithPart(): { folder: string; part: string; target: string } {
  const folder = mkdtempSync(join(tmpdir(), 'genctl-name-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const part = join(folder, 'clip.mp4.part');
  writeFileSync(part, 'new');
  return { folder, part, target: join(folder, 'clip.mp4') };
}

/** The part as it is sealed. */
function partOf(path: string) {
  return { path, bytes: 3, sha256: createHash('sha256').update('new').digest('hex') };
}

/** A file system that has no hard links. */
function noLinks(): never {
  throw Object.assign(new Error('not supported'), { code: 'ENOTSUP' });
}

describe('the finished name', () => {
  it.each([
    ['with links', {}],
    ['without links', { link: noLinks }],
  ])('is free, or gets a suffix, on a disk %s', async (_, options) => {
    const { folder, part, target } = folderWithPart();
    writeFileSync(target, 'old');
    expect(await giveFinishedName(partOf(part), target, { overwrite: false, ...options })).toBe(
      join(folder, 'clip-2.mp4'),
    );
    expect(readFileSync(target, 'utf8')).toBe('old');
    expect(readFileSync(join(folder, 'clip-2.mp4'), 'utf8')).toBe('new');
    expect(existsSync(part)).toBe(false);
  });

  it('counts before the last extension only', async () => {
    const { folder, part } = folderWithPart();
    const target = join(folder, 'shot.v1.mov');
    writeFileSync(target, 'old');
    expect(await giveFinishedName(partOf(part), target, { overwrite: false })).toBe(
      join(folder, 'shot.v1-2.mov'),
    );
  });

  it.each([
    ['under the name', 'clip.mp4'],
    ['with a suffix', 'clip-2.mp4'],
  ])('of bytes that stand already %s is the one that they have', async (_, name) => {
    const { folder, part, target } = folderWithPart();
    if (name !== 'clip.mp4') writeFileSync(target, 'old');
    writeFileSync(join(folder, name), 'new');
    expect(await giveFinishedName(partOf(part), target, { overwrite: false })).toBe(join(folder, name));
    expect(existsSync(part)).toBe(false);
  });

  it.each([
    ['is taken meanwhile', 'old', 'take/3.mp4'],
    ['has these bytes', 'new', 'take/1.mp4'],
  ])('counts up where the number that was free %s', async (_, standing, name) => {
    const { folder, part } = folderWithPart();
    const [first = '', second = '', third = ''] = [1, 2, 3].map((v) => join(folder, 'take', `${v}.mp4`));
    mkdirSync(join(folder, 'take'));
    writeFileSync(first, standing);
    writeFileSync(second, 'old');
    const paths = () => [first, second, third];
    expect(await giveFinishedName(partOf(part), second, { overwrite: false, paths })).toBe(
      join(folder, name),
    );
    expect(readFileSync(second, 'utf8')).toBe('old');
  });

  it('may be in a folder that is not there yet', async () => {
    const { folder, part, target } = folderWithPart();
    writeFileSync(target, 'old');
    const paths = () => [target, join(folder, 'take-2', 'clip.mp4')];
    const path = await giveFinishedName(partOf(part), target, { overwrite: false, paths });
    expect(readFileSync(path, 'utf8')).toBe('new');
  });

  it('is another where as many bytes, or a link to the same ones, are in the way', async () => {
    const { folder, part, target } = folderWithPart();
    writeFileSync(target, 'not');
    writeFileSync(join(folder, 'elsewhere'), 'new');
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'clip-2.mp4'));
    const path = await giveFinishedName(partOf(part), target, { overwrite: false });
    expect(path).toBe(join(folder, 'clip-3.mp4'));
  });

  it('is never one that the file may not have, be it free or hold the same bytes', async () => {
    const { folder, part, target } = folderWithPart();
    writeFileSync(join(folder, 'clip-2.mp4'), 'new');
    const mayBe = (path: string): boolean => !/clip(-2)?\.mp4$/.test(path);
    const path = await giveFinishedName(partOf(part), target, { overwrite: false, mayBe });
    expect(path).toBe(join(folder, 'clip-3.mp4'));
  });

  it('of a part that is gone is a trouble of this machine', async () => {
    const { part, target } = folderWithPart();
    rmSync(part);
    await expect(giveFinishedName(partOf(part), target, { overwrite: false })).rejects.toThrow(
      expect.objectContaining({ exitCode: 14, code: 'not_writable' }),
    );
  });
});
