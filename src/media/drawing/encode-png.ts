import { deflateSync } from 'node:zlib';
import type { Canvas } from './canvas.ts';

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const bytesAPixel = 3;
const filterUp = 2;

/** A canvas as a PNG: 8 bits a channel, true colour, sRGB. @see PNG specification, clauses 5, 9 and 11 */
export function encodePng(canvas: Canvas): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(canvas.width, 0);
  header.writeUInt32BE(canvas.height, 4);
  header.set([8, 2, 0, 0, 0], 8); // bit depth, true colour, deflate, adaptive filters, no interlace
  const perceptual = Uint8Array.of(0);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('sRGB', perceptual),
    chunk('IDAT', deflateSync(filteredRows(canvas), { level: 6 })),
    chunk('IEND', new Uint8Array()),
  ]);
}

/** Each row as its difference from the row above. Where they are alike it has zeros, which compress well. */
function filteredRows({ width, height, pixels }: Canvas): Uint8Array {
  const rows = new Uint8Array(height * (1 + width * bytesAPixel));
  let at = 0;
  for (let y = 0; y < height; y++) {
    rows[at++] = filterUp;
    const row = y * width;
    for (let x = 0; x < width; x++) {
      const colour = pixels[row + x] ?? 0;
      const above = y === 0 ? 0 : (pixels[row - width + x] ?? 0);
      if (colour === above) {
        at += bytesAPixel;
        continue;
      }
      rows[at++] = (colour >> 16) - (above >> 16);
      rows[at++] = (colour >> 8) - (above >> 8);
      rows[at++] = colour - above;
    }
  }
  return rows;
}

function chunk(type: string, content: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(12 + content.length);
  bytes.writeUInt32BE(content.length, 0);
  bytes.write(type, 4, 'latin1');
  bytes.set(content, 8);
  const end = 8 + content.length;
  bytes.writeUInt32BE(crc32(bytes.subarray(4, end)), end);
  return bytes;
}

const crcPolynomial = 0xedb88320;

const crcTable = Int32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++) {
    remainder = remainder & 1 ? crcPolynomial ^ (remainder >>> 1) : remainder >>> 1;
  }
  return remainder;
});

/** CRC-32 as PNG chunks carry it (Node 21 and 22.1 have none of their own). @see PNG specification, annex D */
export function crc32(bytes: Uint8Array): number {
  let remainder = -1;
  for (const byte of bytes) remainder = (crcTable[(remainder ^ byte) & 0xff] ?? 0) ^ (remainder >>> 8);
  return ~remainder >>> 0;
}
