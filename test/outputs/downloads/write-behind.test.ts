import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createWriteBehind } from '../../../src/outputs/downloads/write-behind.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const mib = 1024 * 1024;
const opened: number[] = [];

afterEach(() => {
  for (const descriptor of opened.splice(0)) closeSync(descriptor);
});

function behind(path: string, flags: string): ReturnType<typeof createWriteBehind> {
  const descriptor = openSync(path, flags);
  opened.push(descriptor);
  return createWriteBehind(descriptor, () => 0);
}

/** Pieces of odd lengths, so that none ends where a block does. */
function piecesOf(bytes: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  for (let start = 0; start < bytes.length; start += 65_521)
    pieces.push(bytes.subarray(start, start + 65_521));
  return pieces;
}

function numbered(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let place = 0; place + 4 <= length; place += 4) bytes.writeUInt32LE(place, place);
  return bytes;
}

describe('writing behind the network', () => {
  it('writes all pieces in their order, also those that come while others are written', async () => {
    const path = join(temporaryFolder('behind-'), 'clip');
    const file = behind(path, 'wx');
    const bytes = numbered(5 * mib + 3);
    for (const piece of piecesOf(bytes)) await file.add(piece);
    await file.drain();
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  it('asks to wait only where a block is full and the one before it is not written yet', async () => {
    const file = behind(join(temporaryFolder('behind-'), 'clip'), 'wx');
    expect(file.add(Buffer.alloc(mib))).toBeUndefined();
    expect(file.add(Buffer.alloc(mib - 1))).toBeUndefined();
    const room = file.add(Buffer.alloc(1));
    expect(room).toBeInstanceOf(Promise);
    await room;
    await file.drain();
  });

  it('begins at the start again, and nothing of what was under way is left', async () => {
    const path = join(temporaryFolder('behind-'), 'clip');
    const file = behind(path, 'wx');
    for (const piece of piecesOf(numbered(2 * mib))) await file.add(piece);
    await file.restart();
    const other = Buffer.alloc(2 * mib + 1, 7);
    await file.add(other);
    await file.drain();
    expect(readFileSync(path).equals(other)).toBe(true);
  });

  it('tells a write that failed to whoever adds next, and at the end', async () => {
    const path = join(temporaryFolder('behind-'), 'clip');
    writeFileSync(path, '');
    const file = behind(path, 'r');
    expect(file.add(Buffer.alloc(mib))).toBeUndefined();
    await expect(file.add(Buffer.alloc(mib))).rejects.toMatchObject({ code: 'EBADF' });
    await expect(file.drain()).rejects.toMatchObject({ code: 'EBADF' });
  });

  it.runIf(process.platform === 'linux')(
    'flushes a long file while it comes, and tells at the end that a flush failed',
    async () => {
      // Linux takes every byte there and refuses to flush it.
      const file = behind('/dev/null', 'w');
      for (let written = 0; written < 40; written += 1) await file.add(Buffer.alloc(mib));
      await expect(file.drain()).rejects.toMatchObject({ code: 'EINVAL' });
    },
  );
});
