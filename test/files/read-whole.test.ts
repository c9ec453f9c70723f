import { execFileSync } from 'node:child_process';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readWhole, readWholeText } from '../../src/files/read-whole.ts';
import { tempFolder } from './fixtures/temp-folder.ts';

const limits = { bytesMost: 10, what: 'prompt' };

describe('a file that is read whole', () => {
  it('is what stands in it, and as a text has no byte order mark', () => {
    const path = join(tempFolder(), 'text');
    writeFileSync(path, '\uFEFFa fox');
    expect(readWhole(path, limits)).toEqual(Buffer.from('\uFEFFa fox'));
    expect(readWholeText(path, limits)).toBe('a fox');
    writeFileSync(path, '0123456789');
    expect(readWholeText(path, limits)).toBe('0123456789');
  });

  it('is refused with its size where it is longer than it can be, without being read', () => {
    const path = join(tempFolder(), 'long');
    writeFileSync(path, '');
    truncateSync(path, 2 ** 40);
    expect(() => readWhole(path, limits)).toThrow(
      expect.objectContaining({
        exitCode: 2,
        code: 'file_too_large',
        why: `It holds ${2 ** 40} bytes; no prompt has more than 10.`,
      }),
    );
  });

  it('is left where it has no end', () => {
    expect(() => readWhole('/dev/zero', limits)).toThrow(
      expect.objectContaining({ exitCode: 2, why: expect.stringContaining('more than 10 bytes') }),
    );
  });

  it('may come through a pipe', () => {
    const folder = tempFolder();
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    execFileSync('sh', ['-c', 'printf fox > pipe &'], { cwd: folder, stdio: 'ignore' });
    expect(readWholeText(join(folder, 'pipe'), limits)).toBe('fox');
  });

  it('is refused as a pipe or a device where only a file is read', () => {
    const folder = tempFolder();
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    for (const path of [pipe, '/dev/zero'])
      expect(() => readWhole(path, { ...limits, isFile: true })).toThrow(
        expect.objectContaining({ exitCode: 2, why: 'It is a pipe or a device, and a prompt is a file.' }),
      );
    expect(() => readWhole(folder, { ...limits, isFile: true })).toThrow('EISDIR');
    writeFileSync(join(folder, 'text'), 'fox');
    expect(readWholeText(join(folder, 'text'), { ...limits, isFile: true })).toBe('fox');
  });

  it('that is a folder, or not there, is the error that Node has for it', () => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'inner'));
    expect(() => readWhole(join(folder, 'inner'), limits)).toThrow('EISDIR');
    expect(() => readWhole(join(folder, 'nothing'), limits)).toThrow('ENOENT');
  });
});
