import type { Pixels } from './pixels.ts';

/** A larger picture is not drawn, nor one of more parts: a broken file may claim anything, and this runs where no signal is heard. Unit: px. */
const pixelsMost = 32 * 1024 * 1024;
const partsMost = 100_000;

const signature = '89504e470d0a1a0a';

/** Bytes a pixel, by the colour type: grey, RGB, grey with alpha, RGB with alpha. */
const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 };

/**
 * Reads a PNG of eight bits a channel, without a palette and not interlaced, as cameras and models write them. Transparent pixels
 * are laid over black. Undefined for any other PNG, and for one that is cut off or broken.
 */
export async function pixelsOfPng(bytes: Uint8Array): Promise<Pixels | undefined> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < 33 || file.toString('hex', 0, 8) !== signature) return undefined;
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const channels = channelsOf[file[25] ?? 0];
  const isPlain = file[24] === 8 && file[28] === 0;
  if (channels === undefined || !isPlain || width === 0 || height === 0) return undefined;
  if (width * height > pixelsMost) return undefined;
  const rowBytes = width * channels;
  const wanted = height * (1 + rowBytes);
  const { inflateSync } = await import('node:zlib');
  try {
    const rows = inflateSync(Buffer.concat(dataOf(file)), { maxOutputLength: wanted });
    if (rows.length !== wanted || !unfilter(rows, { height, rowBytes, channels })) return undefined;
    return { width, height, rgb: rgbOf(rows, { width, height, channels }) };
  } catch {
    return undefined;
  }
}

/** `IDAT` as a number. */
const dataChunk = 0x49444154;

function dataOf(file: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 8; at + 12 <= file.length && parts.length < partsMost; ) {
    const length = file.readUInt32BE(at);
    if (file.readUInt32BE(at + 4) === dataChunk) parts.push(file.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return parts;
}

/** Undoes the filter of each row, in place; false for an unknown filter. @see PNG specification, "Filtering" */
function unfilter(
  rows: Buffer,
  { channels, height, rowBytes }: { height: number; rowBytes: number; channels: number },
): boolean {
  for (let y = 0; y < height; y += 1) {
    const start = y * (1 + rowBytes) + 1;
    const above = start - 1 - rowBytes;
    const kind = rows[start - 1] ?? 0;
    if (kind > 4) return false;
    if (kind === 0) continue;
    for (let x = 0; x < rowBytes; x += 1) {
      const left = x < channels ? 0 : (rows[start + x - channels] ?? 0);
      const up = y === 0 ? 0 : (rows[above + x] ?? 0);
      const corner = x < channels || y === 0 ? 0 : (rows[above + x - channels] ?? 0);
      rows[start + x] = (rows[start + x] ?? 0) + predicted(kind, left, up, corner);
    }
  }
  return true;
}

function predicted(kind: number, left: number, up: number, corner: number): number {
  if (kind === 1) return left;
  if (kind === 2) return up;
  if (kind === 3) return (left + up) >> 1;
  const estimate = left + up - corner;
  const toLeft = Math.abs(estimate - left);
  const toUp = Math.abs(estimate - up);
  const toCorner = Math.abs(estimate - corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function rgbOf(
  rows: Buffer,
  { channels, height, width }: { width: number; height: number; channels: number },
): Uint8Array {
  const rgb = new Uint8Array(width * height * 3);
  const isGrey = channels < 3;
  const hasAlpha = channels === 2 || channels === 4;
  for (let y = 0, to = 0; y < height; y += 1) {
    let from = y * (1 + width * channels) + 1;
    for (let x = 0; x < width; x += 1, from += channels, to += 3) {
      const alpha = hasAlpha ? (rows[from + channels - 1] ?? 0) : 255;
      for (let channel = 0; channel < 3; channel += 1) {
        const value = rows[from + (isGrey ? 0 : channel)] ?? 0;
        rgb[to + channel] = alpha === 255 ? value : Math.round((value * alpha) / 255);
      }
    }
  }
  return rgb;
}
