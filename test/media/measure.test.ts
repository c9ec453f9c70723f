import { statSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { isCut, measureClip, measurePicture } from '../../src/media/measure.ts';
import type { MediaKind } from '../../src/media/rules/media-kind.ts';
import { tempFolder } from '../files/fixtures/temp-folder.ts';
import { clip, jpeg, picture, put, remuxed, soundInMp4 } from '../request/references/fixtures/media-files.ts';

let bytes: Uint8Array;
beforeAll(async () => {
  bytes = await clip(2);
});

function cut(path: string, kind: MediaKind): boolean {
  const { size } = statSync(path);
  return isCut({ path, bytes: size }, kind);
}

describe('a clip', () => {
  it('is measured as it is shown', async () => {
    const path = put(tempFolder(), 'a.mp4', bytes);
    expect(await measureClip(path)).toEqual({
      kind: 'pictures',
      measures: { width: 1280, height: 720, framesPerSecond: 24, seconds: 2 },
      hasSound: false,
    });
  });

  it('has its sides swapped where it is turned, in MOV too', async () => {
    const path = put(tempFolder(), 'a.mov', await remuxed(bytes, { container: 'mov', rotation: 90 }));
    expect(await measureClip(path)).toMatchObject({ measures: { width: 720, height: 1280, seconds: 2 } });
  });

  it('has the pace of its time stamps', async () => {
    const film = put(tempFolder(), 'film.mp4', await remuxed(bytes, { framesPerSecond: 24_000 / 1001 }));
    const pieces = put(
      tempFolder(),
      'b.mp4',
      await remuxed(bytes, { framesPerSecond: 30, fragmented: true }),
    );
    const paceOf = async (path: string) => {
      const content = await measureClip(path);
      return content.kind === 'pictures' ? content.measures.framesPerSecond : undefined;
    };
    expect(await paceOf(film)).toBeCloseTo(23.976, 2);
    expect(await paceOf(pieces)).toBeGreaterThan(29.7);
    expect(await paceOf(pieces)).toBeLessThan(30.3);
  });

  it('has no pace with one frame', async () => {
    const path = put(tempFolder(), 'a b#?.mp4', await remuxed(bytes, { frames: 1 }));
    expect(await measureClip(path)).toMatchObject({
      kind: 'pictures',
      measures: { width: 1280, height: 720, framesPerSecond: undefined },
    });
  });

  it('is told from sound alone and from nothing', async () => {
    const folder = tempFolder();
    expect(await measureClip(put(folder, 'sound.mp4', await soundInMp4()))).toEqual({ kind: 'sound' });
    expect(await measureClip(put(folder, 'text.mp4', 'not a clip at all'))).toEqual({ kind: 'nothing' });
    expect(await measureClip(put(folder, 'begun.mp4', bytes.subarray(0, 100)))).toEqual({ kind: 'nothing' });
  });

  it('is cut where a box is longer than the file', async () => {
    const folder = tempFolder();
    expect(await cut(put(folder, 'whole.mp4', bytes), 'mp4')).toBe(false);
    expect(await cut(put(folder, 'less.mp4', bytes.subarray(0, bytes.length - 1)), 'mp4')).toBe(true);
    expect(await cut(put(folder, 'begun.mp4', bytes.subarray(0, 3)), 'mp4')).toBe(true);
  });
});

describe('a picture', () => {
  it('is measured as it is shown', async () => {
    const folder = tempFolder();
    expect(await measurePicture(put(folder, 'a.png', picture(320, 180)))).toEqual({
      width: 320,
      height: 180,
    });
    expect(await measurePicture(put(folder, 'b.jpg', jpeg(4000, 3000, 1)))).toEqual({
      width: 4000,
      height: 3000,
    });
    expect(await measurePicture(put(folder, 'c.jpg', jpeg(4000, 3000, 6)))).toEqual({
      width: 3000,
      height: 4000,
    });
    expect(await measurePicture(put(folder, 'd.jpg', 'no picture'))).toBeUndefined();
  });

  it.each([
    ['png', picture()],
    ['jpeg', jpeg(640, 480, 1)],
    ['gif', Buffer.from(`GIF89a${'x'.repeat(40)};`)],
    ['webp', Buffer.concat([Buffer.from('RIFF\x20\0\0\0WEBP', 'latin1'), Buffer.alloc(28)])],
    ['bmp', Buffer.concat([Buffer.from('BM\x40\0\0\0', 'latin1'), Buffer.alloc(58)])],
  ] as const)('of kind %s tells where it was cut', async (kind, whole) => {
    const folder = tempFolder();
    expect(await cut(put(folder, 'whole', whole), kind)).toBe(false);
    expect(await cut(put(folder, 'half', whole.subarray(0, whole.length / 2)), kind)).toBe(true);
    expect(await cut(put(folder, 'almost', whole.subarray(0, whole.length - 1)), kind)).toBe(true);
  });
});
