import type { ReadSpan } from './media-boxes.ts';
import type { MediaKind } from './media-kind.ts';

/** A file to be looked through by its parts. Unit: bytes. */
interface Spans {
  read: ReadSpan;
  bytes: number;
}

/**
 * Tells whether a file carries Content Credentials (a C2PA manifest) where its format has the place for them. Their presence does
 * not say whether they hold: genctl does not look at their signature. Undefined for kinds whose place genctl does not look for, and
 * for a file of more parts than any has.
 *
 * @param bytes size of the file.
 */
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

/** A PNG has them in a chunk of their own. */
function inPng(spans: Spans): boolean | undefined {
  const chunkAt = (at: number): Part | undefined => {
    const header = viewOf(spans.read(at, 8), 8);
    return header && { name: nameAt(header, 4), next: at + 12 + header.getUint32(0) };
  };
  return anyPart(8, spans, chunkAt, 'caBX');
}

/** A RIFF has them in a chunk beside its others, padded to an even length. */
function inRiff(spans: Spans): boolean | undefined {
  const chunkAt = (at: number): Part | undefined => {
    const header = viewOf(spans.read(at, 8), 8);
    if (header === undefined) return undefined;
    const length = header.getUint32(4, true);
    return { name: nameAt(header, 0), next: at + 8 + length + (length % 2) };
  };
  return anyPart(12, spans, chunkAt, 'C2PA');
}

/** The name of the box of a C2PA manifest store, after `uuid`. */
const manifestStore = 'd8fec3d61b0e483c92975828877ec481';

/** MP4 and its kin have them in a box at the top. */
function inBoxes(spans: Spans): boolean | undefined {
  const boxAt = (at: number): Part | undefined => {
    const header = viewOf(spans.read(at, 32), 8);
    if (header === undefined) return undefined;
    const isLong = header.getUint32(0) === 1 && header.byteLength >= 16;
    const length = isLong ? Number(header.getBigUint64(8)) : header.getUint32(0);
    const name = nameAt(header, 4);
    const user = name === 'uuid' ? hexAt(header, isLong ? 16 : 8, 16) : '';
    // A length of 0 reaches to the end of the file.
    return { name: user === '' ? name : user, next: length === 0 ? spans.bytes : at + length };
  };
  return anyPart(0, spans, boxAt, manifestStore);
}

/** The type of a JUMBF superbox of a manifest store: `c2pa`, and the end that all such types have. */
const storeType = '6332706100110010800000aa00389b71';

/** A JPEG has them in segments of APP11, before its scan: a JUMBF box, described as a manifest store. */
function inJpeg(spans: Spans): boolean | undefined {
  const segmentAt = (at: number): Part | undefined => {
    // Marker, length, `JP`, number and sequence of the box; then the box, and the box that describes it.
    const header = viewOf(spans.read(at, 44), 4);
    if (header === undefined || header.getUint8(0) !== 0xff) return undefined;
    const marker = header.getUint8(1);
    if (marker === 0xff) return { name: 'padding', next: at + 1 };
    if (marker === 0xda || marker === 0xd9) return undefined;
    const isBox = marker === 0xeb && header.byteLength === 44 && nameAt(header, 16) === 'jumb';
    const type = isBox && nameAt(header, 24) === 'jumd' ? hexAt(header, 28, 16) : `${marker}`;
    return { name: type, next: at + 2 + header.getUint16(2) };
  };
  return anyPart(2, spans, segmentAt, storeType);
}

/** A view of a span, or undefined where the file ended before `least` bytes. */
function viewOf(span: Uint8Array, least: number): DataView | undefined {
  return span.length < least ? undefined : new DataView(span.buffer, span.byteOffset, span.length);
}

function nameAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((step) => view.getUint8(at + step)));
}

function hexAt(view: DataView, at: number, bytes: number): string {
  if (at + bytes > view.byteLength) return '';
  const digits = Array.from({ length: bytes }, (_, step) =>
    view
      .getUint8(at + step)
      .toString(16)
      .padStart(2, '0'),
  );
  return digits.join('');
}
