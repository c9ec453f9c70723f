import { readFile } from 'node:fs/promises';
import { readBySpans } from '../files/read-span.ts';
import type { LocalFile } from './local-file.ts';
import { endOfBoxes } from './rules/media-boxes.ts';
import type { MediaKind } from './rules/media-kind.ts';

/** Larger pictures are not read to check their end. Unit: bytes. */
const readBytesMost = 64 * 1024 * 1024;

/** Tells whether a picture or a clip is cut off: it ends before its own format says. False for kinds whose format does not say. */
export async function isCut(
  { path, bytes }: Pick<LocalFile, 'path' | 'bytes'>,
  kind: MediaKind,
): Promise<boolean> {
  if (kind === 'mp4' || kind === 'mov' || kind === 'heic' || kind === 'avif') return endsInBox(path);
  const endsEarly = pictureEnds[kind];
  if (endsEarly === undefined || bytes > readBytesMost) return false;
  return endsEarly(await readFile(path));
}

/** By kind, whether a picture's bytes end too early. */
const pictureEnds: Partial<Record<MediaKind, (bytes: Buffer) => boolean>> = {
  png: cutPng,
  jpeg: cutJpeg,
  gif: (bytes) => bytes[lastNonZero(bytes)] !== 0x3b,
  webp: (bytes) => bytes.readUInt32LE(4) + 8 > bytes.length,
  bmp: (bytes) => bytes.readUInt32LE(2) > bytes.length,
};

/** `IEND` as a number: a file may have millions of chunks. */
const endChunk = 0x49454e44;

/** A PNG is a row of chunks up to IEND; each has a length, a name, that many bytes and a checksum. */
function cutPng(bytes: Buffer): boolean {
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    if (bytes.readUInt32BE(at + 4) === endChunk) return false;
  }
  return true;
}

/**
 * A whole JPEG has an end marker after the start of its scan. Earlier ones don't count: the header may hold a thumbnail, which
 * has an end marker of its own.
 */
function cutJpeg(bytes: Buffer): boolean {
  for (let at = 2; at + 4 <= bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    // Any number of ff bytes may pad a marker.
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

function endsInBox(path: string): boolean {
  return readBySpans(path, (read, bytes) => endOfBoxes(read, bytes).end === 'cut');
}
