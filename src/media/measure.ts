import { open, readFile } from 'node:fs/promises';
import { readBySpans } from '../files/read-span.ts';
import type { PictureFacts } from '../service/checks/reference-media.ts';
import type { LocalFile } from './local-file.ts';
import { type ClipContent, clipContent } from './rules/clip-content.ts';
import { endOfBoxes } from './rules/media-boxes.ts';
import { headBytes, type MediaKind, mediaKindOf, mediaKinds } from './rules/media-kind.ts';
import type { MeasuredMedia } from './rules/output-findings.ts';

/**
 * Measures a file that a job made, as references are measured before they are sent. What can't be measured is undefined; only a file
 * that can't be read rejects, with a native error.
 */
export async function measureOutput(path: string): Promise<MeasuredMedia> {
  const { bytes, kind } = readBySpans(path, (read, size) => ({
    bytes: size,
    kind: mediaKindOf(read(0, headBytes)),
  }));
  const nothing = { size: undefined, seconds: undefined, framesPerSecond: undefined, hasSound: undefined };
  if (kind === undefined) return { form: undefined, kind, isCut: false, ...nothing };
  const { form } = mediaKinds[kind];
  const file = { form, kind, isCut: await isCut({ path, bytes }, kind), ...nothing };
  if (file.isCut || form === 'sound') return file;
  if (form === 'picture') return { ...file, size: await measurePicture(path) };
  const content = measureClip(path);
  if (content.kind !== 'pictures') return { ...file, hasSound: content.kind === 'sound' };
  const { framesPerSecond, height, seconds, width } = content.measures;
  return { ...file, size: { width, height }, seconds, framesPerSecond, hasSound: content.hasSound };
}

/** Measures a clip of this machine. Throws native errors. */
export function measureClip(path: string): ClipContent {
  return readBySpans(path, clipContent);
}

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

/**
 * Enough for a header that holds a color profile and a thumbnail. Of boxes, as in HEIC, image-size looks at all for each one, which takes
 * minutes for a MiB of them; what names the sides stands within some KiB there. Unit: bytes.
 */
const headerBytes = 1024 * 1024;
const boxedHeaderBytes = 128 * 1024;

/** EXIF orientations from this one on swap the sides. */
const firstTurned = 5;

/** The sides of a picture as it is shown, after the rotation that its EXIF asks for; undefined where they can't be read. */
export async function measurePicture(path: string): Promise<PictureFacts['size']> {
  const { imageSize } = await import('image-size');
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(headerBytes), 0, headerBytes, 0);
    const isBoxed = buffer.toString('latin1', 4, 8) === 'ftyp';
    const header = buffer.subarray(0, isBoxed ? Math.min(bytesRead, boxedHeaderBytes) : bytesRead);
    const { width, height, orientation = 1 } = imageSize(header);
    if (!(width > 0 && height > 0)) return undefined;
    return orientation >= firstTurned ? { width: height, height: width } : { width, height };
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}
