import { readBySpans } from '../files/read-span.ts';
import { ifReadable, type ReadSpan, topBoxes } from './rules/media-boxes.ts';
import { headBytes, type MediaKind, mediaKindOf } from './rules/media-kind.ts';

/** A file to be looked through by its parts. Unit: bytes. */
interface Spans {
  read: ReadSpan;
  bytes: number;
}

/**
 * Tells whether a file of this machine carries Content Credentials (a C2PA manifest) where its format has the place for them. Their
 * presence does not say whether they hold: genctl does not look at their signature, and does not touch the file. Undefined where the
 * file can't be read or has more parts than any has, and for kinds whose place genctl does not look for.
 */
export function carriesContentCredentials(path: string): boolean | undefined {
  try {
    return readBySpans(path, (read, bytes) => {
      const kind = mediaKindOf(read(0, headBytes));
      return kind === undefined ? undefined : hasContentCredentials(read, bytes, kind);
    });
  } catch {
    // The files of a job may be anywhere by now; of one that is not here nothing is told.
    return undefined;
  }
}

/** Tells whether a file of a known kind carries them. @param bytes size of the file. */
export function hasContentCredentials(read: ReadSpan, bytes: number, kind: MediaKind): boolean | undefined {
  return places[kind]?.({ read, bytes });
}

const places: Partial<Record<MediaKind, (spans: Spans) => boolean | undefined>> = {
  png: inPng,
  jpeg: inJpeg,
  webp: inRiff,
  wav: inRiff,
  avi: inRiff,
  heic: inBoxes,
  avif: inBoxes,
  mp4: inBoxes,
  mov: inBoxes,
  m4a: inBoxes,
};

/** A part of a file with the place where the next one begins. Unit: bytes. */
interface Part {
  name: string;
  next: number;
}

/** A file has some hundreds of parts. One that is made of very many is not walked to its end: it would take minutes. */
const partsMost = 100_000;

/** The name of a part; zeros at the end of a file name no part. */
const isName = /^[\x20-\xff]+$/;

/** Walks over parts until one is wanted, none follows, or the file ends. A part that leads backwards ends the walk, too. Undefined where there are too many. */
function anyPart(
  from: number,
  { bytes }: Spans,
  partAt: (at: number) => Part | undefined,
  name: string,
): boolean | undefined {
  let at = from;
  for (let count = 0; at < bytes; count += 1) {
    if (count === partsMost) return undefined;
    const part = partAt(at);
    if (part === undefined || part.next <= at || !isName.test(part.name)) return false;
    if (part.name === name) return true;
    at = part.next;
  }
  return false;
}

/** A PNG has them in a chunk of its own. */
function inPng(spans: Spans): boolean | undefined {
  const chunkAt = (at: number): Part | undefined => {
    const header = spanOf(spans, at, 8);
    return header.length < 8
      ? undefined
      : { name: header.toString('latin1', 4, 8), next: at + 12 + header.readUInt32BE(0) };
  };
  return anyPart(8, spans, chunkAt, 'caBX');
}

/** A RIFF has them in a chunk beside its others, padded to an even length. */
function inRiff(spans: Spans): boolean | undefined {
  const chunkAt = (at: number): Part | undefined => {
    const header = spanOf(spans, at, 8);
    if (header.length < 8) return undefined;
    const length = header.readUInt32LE(4);
    return { name: header.toString('latin1', 0, 4), next: at + 8 + length + (length % 2) };
  };
  return anyPart(12, spans, chunkAt, 'C2PA');
}

/** The name of the box of a C2PA manifest store, after `uuid`. */
const manifestStore = 'd8fec3d61b0e483c92975828877ec481';

/** MP4 and its kin have them in a box at the top. */
function inBoxes(spans: Spans): boolean | undefined {
  return ifReadable(() => {
    for (const { headBytes: head, name, offset } of topBoxes(spans.read, spans.bytes))
      if (name === 'uuid' && spanOf(spans, offset + head, 16).toString('hex') === manifestStore) return true;
    return false;
  });
}

/** The type of a JUMBF superbox of a manifest store: `c2pa`, and the end that all such types have. */
const storeType = '6332706100110010800000aa00389b71';

/** A JPEG has them in segments of APP11, before its scan: a JUMBF box, described as a manifest store. */
function inJpeg(spans: Spans): boolean | undefined {
  const segmentAt = (at: number): Part | undefined => {
    // Marker, length, `JP`, number and sequence of the box; then the box, and the box that describes it.
    const header = spanOf(spans, at, 44);
    if (header.length < 4 || header[0] !== 0xff) return undefined;
    const marker = header[1];
    if (marker === 0xff) return { name: 'padding', next: at + 1 };
    if (marker === 0xda || marker === 0xd9) return undefined;
    const isStore =
      marker === 0xeb &&
      header.toString('latin1', 16, 20) === 'jumb' &&
      header.toString('latin1', 24, 28) === 'jumd';
    const name = isStore ? header.toString('hex', 28, 44) : 'segment';
    return { name, next: at + 2 + header.readUInt16BE(2) };
  };
  return anyPart(2, spans, segmentAt, storeType);
}

function spanOf({ read }: Spans, at: number, bytes: number): Buffer {
  const span = read(at, bytes);
  return Buffer.from(span.buffer, span.byteOffset, span.length);
}
