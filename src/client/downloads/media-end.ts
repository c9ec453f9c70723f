import { readSync } from 'node:fs';
import type { OutputKind } from './media-signature.ts';

/** Reads a span of a file; the result is shorter where the file ends. */
type ReadSpan = (offset: number, bytes: number) => Buffer;

const ends: Record<OutputKind, (read: ReadSpan, bytes: number) => boolean> = {
  png: (read, bytes) => read(bytes - 8, 4).toString('latin1') === 'IEND',
  jpeg: (read, bytes) => read(Math.max(0, bytes - 64), 64).includes('\xff\xd9', 0, 'latin1'),
  gif: (read, bytes) => read(bytes - 1, 1)[0] === 0x3b,
  webp: endsAsRiff,
  wav: endsAsRiff,
  mp4: endsWithABox,
  mov: endsWithABox,
  // Its segments may have no known size, so its end can't be checked.
  webm: () => true,
};

/**
 * Whether a file ends as its kind must. It is for files that came without a length, where a connection that breaks looks like
 * one that is done.
 */
export function endsWhole(kind: OutputKind, descriptor: number, bytes: number): boolean {
  const read: ReadSpan = (offset, spanBytes) => {
    const span = Buffer.alloc(spanBytes);
    return span.subarray(0, readSync(descriptor, span, 0, spanBytes, Math.max(0, offset)));
  };
  return ends[kind](read, bytes);
}

function endsAsRiff(read: ReadSpan, bytes: number): boolean {
  const sizeBytes = read(4, 4).readUInt32LE();
  return bytes >= sizeBytes + 8;
}

/** An ISO file is whole where its last top-level box ends with the file and one of its boxes is `moov`. */
function endsWithABox(read: ReadSpan, bytes: number): boolean {
  let offset = 0;
  let hasIndex = false;
  while (offset < bytes) {
    const header = read(offset, 16);
    if (header.length < 8) return false;
    hasIndex ||= header.toString('latin1', 4, 8) === 'moov';
    const short = header.readUInt32BE();
    if (short === 0) return hasIndex;
    const boxBytes = short === 1 && header.length === 16 ? Number(header.readBigUInt64BE(8)) : short;
    if (boxBytes < 8) return false;
    offset += boxBytes;
  }
  return offset === bytes && hasIndex;
}
