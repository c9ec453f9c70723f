import { boxesMost, type ReadSpan, topBoxes, UnreadableClip } from './media-boxes.ts';
import type { MediaKind } from './media-kind.ts';

/** The formats of files that are made of parts. */
export type PartFormat = 'png' | 'riff' | 'jpeg' | 'boxes';

/** The format of each kind whose parts are known. */
export const formatOf: Readonly<Partial<Record<MediaKind, PartFormat>>> = {
  png: 'png',
  jpeg: 'jpeg',
  webp: 'riff',
  wav: 'riff',
  avi: 'riff',
  heic: 'boxes',
  avif: 'boxes',
  mp4: 'boxes',
  mov: 'boxes',
  m4a: 'boxes',
};

/** A chunk, a segment or a box of a file, and the place where the next one begins. Unit: bytes. */
export interface FilePart {
  name: string;
  offset: number;
  headBytes: number;
  next: number;
}

type PartAt = (header: Buffer, at: number) => Omit<FilePart, 'offset'> | undefined;

/** A PNG has chunks with a checksum each, a RIFF has others, padded to an even length. A JPEG has segments, up to its scan. */
const formats: Record<Exclude<PartFormat, 'boxes'>, { from: number; partAt: PartAt }> = {
  png: {
    from: 8,
    partAt: (header, at) => chunkNamed(header, 4, at + 12 + header.readUInt32BE(0)),
  },
  riff: {
    from: 12,
    partAt(header, at) {
      const length = header.readUInt32LE(4);
      return chunkNamed(header, 0, at + 8 + length + (length % 2));
    },
  },
  jpeg: {
    from: 2,
    partAt(header, at) {
      const name = header.toString('hex', 1, 2);
      // Any number of ff bytes may pad a marker.
      const next = at + (name === 'ff' ? 1 : 2 + header.readUInt16BE(2));
      return header[0] !== 0xff || name === 'd9' ? undefined : { name, headBytes: 4, next };
    },
  },
};

function chunkNamed(header: Buffer, nameAt: number, next: number): ReturnType<PartAt> {
  return { name: header.toString('latin1', nameAt, nameAt + 4), headBytes: 8, next };
}

/** The name of a part; zeros at the end of a file name no part. */
const isName = /^[\x20-\xff]+$/;

/**
 * Walks over the parts of a file until none follows, or the file ends. A part that leads backwards ends the walk, too, and so does the
 * scan of a JPEG. Throws UnreadableClip where there are too many: to walk over them would take minutes.
 *
 * @param bytes size of the file.
 */
export function* fileParts(format: PartFormat, read: ReadSpan, bytes: number): Generator<FilePart> {
  if (format === 'boxes') {
    for (const box of topBoxes(read, bytes)) yield { ...box, next: box.offset + box.bytes };
    return;
  }
  const { from, partAt } = formats[format];
  let offset = from;
  for (let count = 0; offset < bytes; count += 1) {
    if (count === boxesMost) throw new UnreadableClip();
    const { buffer, byteOffset, length } = read(offset, 8);
    const part = length < 8 ? undefined : partAt(Buffer.from(buffer, byteOffset, length), offset);
    if (part === undefined || part.next <= offset || !isName.test(part.name)) return;
    yield { ...part, offset };
    if (format === 'jpeg' && part.name === scan) return;
    offset = part.next;
  }
}

/** The segment of a JPEG with which its scan begins. */
export const scan = 'da';
