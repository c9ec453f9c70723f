import { open } from 'node:fs/promises';
import { readBySpans } from '../files/read-span.ts';
import type { PictureFacts } from '../service/checks/reference-media.ts';
import type { LocalFile } from './local-file.ts';
import { type ClipContent, clipContent } from './rules/clip-content.ts';
import { fileParts, scan } from './rules/file-parts.ts';
import { endOfBoxes, ifReadable, type ReadSpan } from './rules/media-boxes.ts';
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
  const file = { form, kind, isCut: isCut({ path, bytes }, kind), ...nothing };
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
export function isCut({ path, bytes }: Pick<LocalFile, 'path' | 'bytes'>, kind: MediaKind): boolean {
  const endsEarly = earlyEnds[kind];
  if (endsEarly === undefined || (bytes > readBytesMost && endsEarly !== endsInBox)) return false;
  return ifReadable(() => readBySpans(path, (read) => endsEarly(read, bytes))) ?? false;
}

type EndsEarly = (read: ReadSpan, bytes: number) => boolean;

const endsInBox: EndsEarly = (read, bytes) => endOfBoxes(read, bytes).end === 'cut';

/** By kind, whether a file ends too early. */
const earlyEnds: Partial<Record<MediaKind, EndsEarly>> = {
  mp4: endsInBox,
  mov: endsInBox,
  heic: endsInBox,
  avif: endsInBox,
  png(read, bytes) {
    for (const { name, next } of fileParts('png', read, bytes)) if (name === 'IEND') return next > bytes;
    return true;
  },
  // It has an end marker after the start of its scan. Earlier ones don't count: the header may hold a thumbnail with one of its own.
  jpeg(read, bytes) {
    for (const { name, offset } of fileParts('jpeg', read, bytes))
      if (name === scan) return Buffer.from(read(offset, bytes - offset)).indexOf('ffd9', 0, 'hex') < 0;
    return true;
  },
  gif: (read, bytes) => read(0, bytes).findLast((byte) => byte !== 0) !== 0x3b,
  webp: (read, bytes) => Buffer.from(read(0, 8)).readUInt32LE(4) + 8 > bytes,
  bmp: (read, bytes) => Buffer.from(read(0, 8)).readUInt32LE(2) > bytes,
};

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
