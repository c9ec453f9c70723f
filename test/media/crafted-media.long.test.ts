import { describe, expect, it } from 'vitest';
import { isCut, measurePicture } from '../../src/media/measure.ts';
import { clipContent } from '../../src/media/rules/clip-content.ts';
import { endOfBoxes } from '../../src/media/rules/media-boxes.ts';
import { pixelsOfPng } from '../../src/terminal/preview/png.ts';
import { tempFolder } from '../files/fixtures/temp-folder.ts';
import { box, crafted, edits, huge, inPieces, nested } from '../request/references/fixtures/crafted-clips.ts';
import { picture, put } from '../request/references/fixtures/media-files.ts';

const mib = 1024 * 1024;
const whole = {
  kind: 'pictures',
  measures: { width: 1280, height: 720, framesPerSecond: 24, seconds: 2 },
  hasSound: false,
};

/** What a clip holds, and how many bytes of it were read. */
function looked(clip: Buffer) {
  let readBytes = 0;
  const content = clipContent((offset, bytes) => {
    const span = clip.subarray(offset, offset + bytes);
    readBytes += span.length;
    return span;
  }, clip.length);
  return { content, readBytes };
}

describe('a clip whose tables claim more than they hold', () => {
  it.each([
    ['nothing odd', {}, whole],
    // Two seconds have 48 frames, however many more are claimed to be shown late.
    ['ctts', { ctts: [0, 1, huge, 0] }, whole],
    ['the count of ctts', { ctts: [0, huge, 1, 0] }, { kind: 'nothing' }],
    ['stts', { stts: [0, 1, huge, 512] }, whole],
    ['the count of stts', { stts: [0, huge, 48, 512] }, { kind: 'nothing' }],
    ['the count of stsz', { stsz: [0, 0, huge] }, { kind: 'nothing' }],
    ['stsc', { stsc: [0, huge, 1, huge, 1] }, whole],
    ['stco', { stco: [0, huge, 40] }, whole],
  ] as const)('in %s is measured by what it holds', (_, tables, content) => {
    expect(looked(crafted(tables)).content).toEqual(content);
  });

  it('of one long sample after another is long, and takes no longer', () => {
    const { content } = looked(crafted({ stts: [0, 1, huge, 512], stsz: [0, 1, huge] }));
    expect(content).toMatchObject({ measures: { framesPerSecond: 24, seconds: (huge * 512) / 12_288 } });
  });

  it.each([
    ['elst', crafted({}, [edits([0, huge, 2000, 0, 0x1_0000])]), { kind: 'nothing' }],
    ['trun', inPieces([0, huge]), { measures: { seconds: (huge * 512) / 12_288 } }],
    ['trun of lengths', inPieces([0x100, huge, 512]), { kind: 'nothing' }],
    ['trun of sizes', inPieces([0x200, huge, 512]), { kind: 'nothing' }],
    ['no trun', inPieces([0x100, 3, 512, 512, 512]), { measures: { framesPerSecond: 24, seconds: 0.125 } }],
    ['sidx', Buffer.concat([crafted(), box('sidx', 0, 1, 12_288, 0, 0, huge, huge)]), whole],
  ])('in %s is no trouble', (_, clip, content) => {
    expect(looked(clip).content).toMatchObject(content);
  });

  it('has its pauses and its hidden begin as its edit list says', () => {
    const list = [0, 2, 500, huge, 0x1_0000, 2000, 6144, 0x1_0000];
    expect(looked(crafted({}, [edits(list)])).content).toMatchObject({ measures: { seconds: 2 } });
  });
});

describe('a clip of very many parts', () => {
  const moov = (...inner: Buffer[]) => Buffer.concat([box('ftyp', 'isom', 0), box('moov', ...inner)]);
  const many = (one: Buffer, count: number) => Buffer.concat(Array.from({ length: count }, () => one));

  it.each([
    ['a table of 16 MiB', crafted({ ctts: [0, mib * 2, Buffer.alloc(16 * mib, 1)] }), whole],
    ['an index of 16 MiB', moov(many(box('trak'), 2 * mib)), { kind: 'nothing' }],
    ['boxes at the top', many(box('free'), 400_000), { kind: 'nothing' }],
    ['boxes in boxes', moov(nested('trak', 100_000), nested('udta', 100_000)), { kind: 'nothing' }],
  ])('such as %s is measured, or is not', (_, clip, content) => {
    expect(looked(clip).content).toMatchObject(content);
  });

  it('has no more than 64 MiB of its index read', () => {
    const header = Buffer.from([0x7f, 0xff, 0xff, 0xff, ...Buffer.from('moov')]);
    const read = (offset: number, bytes: number): Buffer => {
      expect(bytes).toBeLessThan(64 * mib);
      return offset === 0 ? header : Buffer.alloc(bytes);
    };
    expect(clipContent(read, 2 ** 32)).toEqual({ kind: 'nothing' });
  });

  it('is not walked to its end', () => {
    let reads = 0;
    const read = (): Buffer => {
      reads += 1;
      return Buffer.from([0, 0, 0, 8, ...Buffer.from('free'), 0, 0, 0, 8, ...Buffer.from('free')]);
    };
    expect(endOfBoxes(read, 2 ** 40).end).toBe('other');
    expect(reads).toBeLessThan(200_000);
  });
});

describe('a picture that claims what it can’t be', () => {
  const png = (width: number, height: number) => {
    const bytes = Buffer.from(picture());
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
    return bytes;
  };

  const heic = (sizes: number) => {
    const size = Array.from({ length: sizes }, () => box('ispe', 0, 64, 32));
    return Buffer.concat([box('ftyp', 'heic', 0, 'heic'), box('meta', 0, box('iprp', box('ipco', ...size)))]);
  };

  it.each([
    ['a PNG of 2³¹ pixels a side', 'a.png', png(2 ** 31, 2 ** 31), { width: 2 ** 31, height: 2 ** 31 }],
    ['a GIF', 'a.gif', Buffer.from('GIF89a\xff\xff\xff\xff', 'latin1'), { width: 65_535, height: 65_535 }],
    [
      'a WebP',
      'a.webp',
      Buffer.from('RIFF\xff\xff\xff\xffWEBPVP8X\xff\xff\xff\xff', 'latin1'),
      { width: 1, height: 1 },
    ],
    ['a JPEG of nothing but markers', 'a.jpg', Buffer.alloc(2 * mib, 'ffd8ffe0'.repeat(2), 'hex'), undefined],
    ['a HEIC of 5,000 sizes', 'a.heic', heic(5_000), { width: 64, height: 32 }],
    ['a HEIC of 50,000 sizes', 'a.heic', heic(50_000), undefined],
  ] as const)('such as %s is measured as far as that goes', async (_, name, bytes, size) => {
    expect(await measurePicture(put(tempFolder(), name, bytes))).toEqual(size);
  });

  it('is not drawn', async () => {
    expect(await pixelsOfPng(png(2 ** 31, 2 ** 31))).toBeUndefined();
    expect(await pixelsOfPng(png(8192, 8192))).toBeUndefined();
  });

  it('is whole or cut, however many chunks it has', async () => {
    const chunks = Buffer.concat([Buffer.from(picture()).subarray(0, 33), Buffer.alloc(24 * mib)]);
    const path = put(tempFolder(), 'chunks.png', chunks);
    expect(isCut({ path, bytes: chunks.length }, 'png')).toBe(true);
  });
});
