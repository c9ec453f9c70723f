import { describe, expect, it } from 'vitest';
import { hasContentCredentials } from '../../src/media/content-credentials.ts';
import type { MediaKind } from '../../src/media/rules/media-kind.ts';
import { clip, jpeg, picture } from '../request/references/fixtures/media-files.ts';

function looked(bytes: Uint8Array, kind: MediaKind): { found: boolean | undefined; bytesRead: number } {
  let bytesRead = 0;
  const read = (offset: number, length: number): Uint8Array => {
    const span = bytes.subarray(offset, offset + length);
    bytesRead += span.length;
    return span;
  };
  return { found: hasContentCredentials(read, bytes.length, kind), bytesRead };
}

function put(bytes: Uint8Array, at: number, more: Uint8Array): Uint8Array {
  return Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)]);
}

const hex = (text: string): Uint8Array => Buffer.from(text.replaceAll(' ', ''), 'hex');
const content = Buffer.alloc(5_000, 'jumbf');

function uint32(number: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
}

const box = Buffer.concat([
  uint32(24 + content.length),
  hex('75756964 d8fec3d61b0e483c92975828877ec481'),
  content,
]);
const otherBox = Buffer.concat([uint32(24), hex('75756964 be7acfcb97a942e89c71999491e3afac')]);
const pngChunk = Buffer.concat([uint32(content.length), Buffer.from('caBX'), content, uint32(0)]);
const jumbf = Buffer.concat([
  hex('4a50 0001 00000001'),
  uint32(content.length + 37),
  Buffer.from('jumb'),
  uint32(29),
  Buffer.from('jumd'),
  hex('63327061 0011 0010 8000 00aa00389b71'),
  content,
]);
const segment = Buffer.concat([hex('ffeb'), uint32(jumbf.length + 2).subarray(2), jumbf]);
const wav = Buffer.concat([
  Buffer.from('RIFF\xff\xff\0\0WAVEfmt \x10\0\0\0', 'latin1'),
  Buffer.alloc(16),
  Buffer.from('data\x09\0\0\0', 'latin1'),
  Buffer.alloc(10),
]);
const riffChunk = Buffer.concat([Buffer.from('C2PA'), uint32(content.length).toReversed(), content]);

describe('Content Credentials of a file', () => {
  it('are found where each format has their place, among its other parts', async () => {
    const film = await clip(1, 640, 640);
    expect(looked(put(picture(), 33, pngChunk), 'png').found).toBe(true);
    expect(looked(put(jpeg(64, 48, 1), 2, segment), 'jpeg').found).toBe(true);
    expect(looked(Buffer.concat([film, otherBox, box]), 'mp4').found).toBe(true);
    expect(looked(Buffer.concat([wav, riffChunk]), 'wav').found).toBe(true);
  });

  it('are absent from files without them, of which only the beginnings of parts are read', async () => {
    const film = await clip(1, 640, 640);
    for (const [bytes, kind] of [
      [picture(), 'png'],
      [jpeg(64, 48, 1), 'jpeg'],
      [Buffer.concat([film, otherBox]), 'mp4'],
      [Buffer.concat([wav, Buffer.alloc(4096)]), 'wav'],
    ] as const) {
      const { found, bytesRead } = looked(bytes, kind);
      expect(found, kind).toBe(false);
      expect(bytesRead, kind).toBeLessThan(2_000);
    }
  });

  it('are not told of formats whose place is not looked for', () => {
    expect(looked(Buffer.from('ID3'), 'mp3').found).toBeUndefined();
  });

  it('are absent from a file that is cut or senseless, and the look ends', () => {
    for (const kind of ['png', 'jpeg', 'mp4', 'wav'] as const) {
      for (const bytes of [
        hex(''),
        hex('00'),
        hex('00 00 00 00 00 00 00 00 00 00 00 00 00'),
        hex('ff'.repeat(64)),
      ])
        expect(looked(bytes, kind).found, kind).toBe(false);
    }
    expect(looked(picture().subarray(0, 40), 'png').found).toBe(false);
  });

  it('are not looked for without end in a file of nothing but small parts', () => {
    const free = Buffer.alloc(8 * 200_000, Buffer.from([0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65]));
    const padding = Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(1_000_000, 0xff)]);
    for (const [bytes, kind] of [
      [free, 'mp4'],
      [padding, 'jpeg'],
    ] as const) {
      const { bytesRead, found } = looked(bytes, kind);
      expect(found).toBeUndefined();
      expect(bytesRead).toBeLessThan(5_000_000);
    }
  });
});
