import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { giveFinishedName } from '../../src/client/finished-name.ts';

function folderWithPart(): { folder: string; part: string; target: string } {
  const folder = mkdtempSync(join(tmpdir(), 'genctl-name-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const part = join(folder, 'clip.mp4.part');
  writeFileSync(part, 'new');
  return { folder, part, target: join(folder, 'clip.mp4') };
}

/** A file system that has no hard links. */
function noLinks(): never {
  throw Object.assign(new Error('not supported'), { code: 'ENOTSUP' });
}

describe('the finished name', () => {
  it.each([
    ['with links', {}],
    ['without links', { link: noLinks }],
  ])('is free, or gets a suffix, on a disk %s', (_, options) => {
    const { folder, part, target } = folderWithPart();
    writeFileSync(target, 'old');
    expect(giveFinishedName(part, target, { overwrite: false, ...options })).toBe(join(folder, 'clip-2.mp4'));
    expect(readFileSync(target, 'utf8')).toBe('old');
    expect(readFileSync(join(folder, 'clip-2.mp4'), 'utf8')).toBe('new');
    expect(existsSync(part)).toBe(false);
  });

  it('counts before the last extension only', () => {
    const { folder, part } = folderWithPart();
    const target = join(folder, 'shot.v1.mov');
    writeFileSync(target, 'old');
    expect(giveFinishedName(part, target, { overwrite: false })).toBe(join(folder, 'shot.v1-2.mov'));
  });

  it('of a part that is gone is a trouble of this machine', () => {
    const { part, target } = folderWithPart();
    rmSync(part);
    expect(() => giveFinishedName(part, target, { overwrite: false })).toThrow(
      expect.objectContaining({ exitCode: 14, code: 'not_writable' }),
    );
  });
});
