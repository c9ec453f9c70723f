import { describe, expect, it } from 'vitest';
import { headBytes, mediaKindOf } from '../../../src/media/rules/media-kind.ts';
import {
  clip,
  jpeg,
  picture,
  remuxed,
  sound,
  soundInMp4,
} from '../../request/references/fixtures/media-files.ts';

function kindOf(bytes: Uint8Array | string) {
  return mediaKindOf(
    Buffer.from(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes).subarray(0, headBytes),
  );
}

const box = (brands: string) => `\0\0\0\x18ftyp${brands}`;

describe('the kind of a file', () => {
  it('is told by the bytes of real files', async () => {
    const short = await clip(1, 640, 640);
    expect(kindOf(picture())).toBe('png');
    expect(kindOf(jpeg(640, 480, 1))).toBe('jpeg');
    expect(kindOf(short)).toBe('mp4');
    expect(kindOf(await remuxed(short, { container: 'mov' }))).toBe('mov');
    expect(kindOf(await soundInMp4())).toBe('mp4');
    expect(kindOf(sound())).toBe('wav');
  });

  it.each([
    ['RIFF\x10\0\0\0WEBPVP8 ', 'webp'],
    ['GIF87a\x01\0', 'gif'],
    ['GIF89a\x01\0', 'gif'],
    [`BM\x36\x10\0\0\0\0\0\0\x36`, 'bmp'],
    ['II*\0\x08\0\0\0', 'tiff'],
    ['MM\0*\0\0\0\x08', 'tiff'],
    [box('heic\0\0\0\0mif1heic'), 'heic'],
    [box('mif1\0\0\0\0mif1avif'), 'avif'],
    [box('avif\0\0\0\0mif1'), 'avif'],
    [box('isom\0\0\x02\0isomavc1'), 'mp4'],
    [box('qt  \0\0\x02\0qt  '), 'mov'],
    ['\0\0\0\x08wide\0\0\x10\0mdat', 'mov'],
    [box('M4A \0\0\0\0M4A mp42'), 'm4a'],
    ['\x1aE\xdf\xa3\x9fB\x86', 'webm'],
    ['RIFF\x10\0\0\0AVI LIST', 'avi'],
    ['ID3\x04\0\0\0\0', 'mp3'],
    ['\xff\xfb\x90\x64\0\0', 'mp3'],
    ['\xff\xf1\x4c\x80\x20', 'aac'],
    ['\xff\xf9\x4c\x80\x20', 'aac'],
    ['OggS\0\x02', 'ogg'],
    ['fLaC\0\0\0\x22', 'flac'],
  ])('is told by signature: %j', (head, kind) => {
    expect(kindOf(head.padEnd(64, '\0'))).toBe(kind);
  });

  it.each([
    ['plain words'],
    ['%PDF-1.7'],
    ['BMW is a car'],
    ['\xff\xfeh\0e\0l\0l\0o\0'],
    ['RIFF\x10\0\0\0ACON'],
    ['\xff'],
    [''],
    ['<svg xmlns="'],
  ])('is none of ours for %j', (head) => {
    expect(kindOf(head)).toBeUndefined();
  });
});
