import { open, readFile } from 'node:fs/promises';
import type { LocalFile } from './local-file.ts';
import type { MediaKind } from './media-kind.ts';

/** Pictures above this are not read for a look at their end. Unit: bytes. */
const readBytesMost = 64 * 1024 * 1024;

/** Whether a picture or a clip ends before its own format says it does; false where its kind does not tell. */
export async function isCut({ path, bytes }: LocalFile, kind: MediaKind): Promise<boolean> {
  if (kind === 'mp4' || kind === 'mov' || kind === 'heic' || kind === 'avif') return endsInBox(path, bytes);
  const endsEarly = pictureEnds[kind];
  if (endsEarly === undefined || bytes > readBytesMost) return false;
  return endsEarly(await readFile(path));
}

/** By kind, whether the bytes of a picture are too few. */
const pictureEnds: Partial<Record<MediaKind, (bytes: Buffer) => boolean>> = {
  png: cutPng,
  jpeg: cutJpeg,
  gif: (bytes) => bytes[lastNonZero(bytes)] !== 0x3b,
  webp: (bytes) => bytes.readUInt32LE(4) + 8 > bytes.length,
  bmp: (bytes) => bytes.readUInt32LE(2) > bytes.length,
};

/** Chunks until IEND: length, name, that many bytes, checksum. */
function cutPng(bytes: Buffer): boolean {
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return false;
  }
  return true;
}

/** An end marker after the start of the scan: a small picture inside the header has one of its own. */
function cutJpeg(bytes: Buffer): boolean {
  for (let at = 2; at + 4 <= bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    // Markers may be padded.
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at += 1;
    if (bytes[at] !== 0xff || at + 4 > bytes.length) return true;
    if (bytes[at + 1] === 0xda) return bytes.indexOf('ffd9', at, 'hex') < 0;
  }
  return true;
}

function lastNonZero(bytes: Buffer): number {
  let last = bytes.length - 1;
  while (last > 0 && bytes[last] === 0) last -= 1;
  return last;
}

/** Boxes one after the other: a size and a name, and a size of 64 bits where the first is 1; 0 reaches to the end. */
async function endsInBox(path: string, bytes: number): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const header = Buffer.alloc(16);
    for (let at = 0; at < bytes; ) {
      const { bytesRead } = await file.read(header, 0, 16, at);
      if (bytesRead < 8) return true;
      const short = header.readUInt32BE(0);
      if (short === 0) return false;
      const size = short === 1 ? Number(header.readBigUInt64BE(8)) : short;
      // No box is smaller than its header: what follows is not boxes.
      if (size < 8) return false;
      at += size;
      if (at > bytes) return true;
    }
    return false;
  } finally {
    await file.close();
  }
}
