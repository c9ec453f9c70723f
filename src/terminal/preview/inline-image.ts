import type { Pixels } from './pixels.ts';

/** Longest piece of a transmission. Unit: bytes of base64. @see kitty graphics protocol, "The transmission medium" */
const chunkLength = 4096;

/** A picture by kitty's graphics protocol, so many columns wide. The cursor ends up below it. */
export function kittyImage({ height, rgb, width }: Pixels, columns: number): string {
  const text = Buffer.from(rgb.subarray(0, width * height * 3)).toString('base64');
  const chunks = text.match(new RegExp(`.{1,${chunkLength}}`, 'g')) ?? [];
  return `${chunks
    .map((chunk, place) => {
      const more = place < chunks.length - 1 ? 1 : 0;
      const head = place === 0 ? `a=T,f=24,s=${width},v=${height},c=${columns},q=2,m=${more}` : `m=${more}`;
      return `\u001b_G${head};${chunk}\u001b\\`;
    })
    .join('')}\n`;
}

/** A picture by iTerm2's inline images, so many columns wide. */
export function itermImage(pixels: Pixels, columns: number): string {
  const file = bitmapOf(pixels);
  const text = Buffer.from(file).toString('base64');
  return `\u001b]1337;File=inline=1;size=${file.length};width=${columns};preserveAspectRatio=1:${text}\u0007\n`;
}

const bitmapHeadBytes = 54;

/** The pixels as an uncompressed bitmap of 24 bits, bottom row first, rows padded to four bytes. */
function bitmapOf({ height, rgb, width }: Pixels): Buffer {
  const rowBytes = Math.ceil((width * 3) / 4) * 4;
  const file = Buffer.alloc(bitmapHeadBytes + rowBytes * height);
  file.write('BM');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(bitmapHeadBytes, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  for (let y = 0; y < height; y += 1) {
    const row = bitmapHeadBytes + (height - 1 - y) * rowBytes;
    for (let x = 0; x < width; x += 1) {
      const from = (y * width + x) * 3;
      for (let channel = 0; channel < 3; channel += 1)
        file[row + x * 3 + channel] = rgb[from + 2 - channel] ?? 0;
    }
  }
  return file;
}
