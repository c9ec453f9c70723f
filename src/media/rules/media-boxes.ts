/** Reads a span of a file; the result is shorter where the file ends. Unit: bytes. */
export type ReadSpan = (offset: number, bytes: number) => Uint8Array;

/** A clip of pieces has some thousands of boxes at its top. One that is made of very many is not walked to its end: it would take minutes. */
export const boxesMost = 100_000;

/** A clip claims more than it holds, or than any clip has. */
export class UnreadableClip extends Error {
  override readonly name = 'UnreadableClip';
}

/** The result of reading boxes; undefined where they claim too much, or end within one of their fields. */
export function ifReadable<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableClip || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A box, with what is in it. */
export interface Box {
  name: string;
  content: DataView;
}

/** The index of ten hours is shorter. Unit: bytes. */
const indexBytesMost = 64 * 1024 * 1024;
/** A box has some dozens of boxes in it. */
const boxesInMost = 10_000;

/** A box at the top of a file. Unit: bytes. */
interface TopBox {
  name: string;
  offset: number;
  headBytes: number;
  /** With its header. */
  bytes: number;
}

/**
 * Walks over the boxes at the top of an MP4, a MOV, a HEIC or an AVIF file. It ends with the file, or at something that is no box.
 * Throws where there are too many.
 *
 * @param bytes size of the file.
 */
export function* topBoxes(read: ReadSpan, bytes: number): Generator<TopBox> {
  let offset = 0;
  for (let count = 0; offset < bytes; count += 1) {
    if (count === boxesMost) throw new UnreadableClip();
    const header = viewOf(read(offset, 16));
    const box = header.byteLength < 8 ? undefined : boxAt(header, 0, bytes - offset);
    if (box === undefined) return;
    yield { ...box, offset };
    offset += box.bytes;
  }
}

/** Facts of a file that is a row of boxes, found on a walk to its end. */
export interface BoxesEnd {
  /** `whole`: the last box ends with the file. `cut`: it would end later. `other`: something that is no box stands there. */
  end: 'whole' | 'cut' | 'other';
  /** True if a box holds the index of a clip, without which nothing can be played. */
  hasIndex: boolean;
}

export function endOfBoxes(read: ReadSpan, bytes: number): BoxesEnd {
  let [at, hasIndex] = [0, false];
  const walked = ifReadable(() => {
    for (const { bytes: length, name, offset } of topBoxes(read, bytes)) {
      at = offset + length;
      hasIndex ||= name === 'moov';
    }
    return true;
  });
  if (walked === undefined) return { end: 'other', hasIndex };
  if (at === bytes) return { end: 'whole', hasIndex };
  return { end: at > bytes || bytes - at < 8 ? 'cut' : 'other', hasIndex };
}

/**
 * The boxes at the top of a clip that index it: `moov`, and `moof` for each piece. Their contents are read whole; all others are
 * stepped over.
 */
export function* indexBoxes(read: ReadSpan, bytes: number): Generator<Box> {
  let leftBytes = indexBytesMost;
  for (const { bytes: length, headBytes, name, offset } of topBoxes(read, bytes)) {
    if (name !== 'moov' && name !== 'moof') continue;
    leftBytes -= length;
    if (leftBytes < 0) throw new UnreadableClip();
    yield { name, content: viewOf(read(offset + headBytes, length - headBytes)) };
  }
}

/** The boxes in a box, from an offset on; what does not fit into it ends them. */
export function* boxesIn(content: DataView | undefined, from = 0): Generator<Box> {
  if (content === undefined) return;
  let at = from;
  for (let count = 0; at + 8 <= content.byteLength; count += 1) {
    if (count === boxesInMost) throw new UnreadableClip();
    const box = boxAt(content, at, content.byteLength - at);
    if (box === undefined || at + box.bytes > content.byteLength) return;
    yield { name: box.name, content: part(content, at + box.headBytes, box.bytes - box.headBytes) };
    at += box.bytes;
  }
}

/** The content of the first box at a path of names. */
export function contentAt(content: DataView | undefined, ...path: readonly string[]): DataView | undefined {
  let inner = content;
  for (const name of path) inner = firstOf(inner, name);
  return inner;
}

function firstOf(content: DataView | undefined, wanted: string): DataView | undefined {
  for (const { name, content: inner } of boxesIn(content)) if (name === wanted) return inner;
  return undefined;
}

/** How many entries a table has, which says so behind its version. Throws where it has no room for them. */
export function entriesOf(table: DataView, entryBytes: number): number {
  return held(table, { count: table.getUint32(4), headBytes: 8, entryBytes });
}

/** The count, where a table has room for so many entries. */
export function held(
  { byteLength }: DataView,
  { count, entryBytes, headBytes }: { count: number; headBytes: number; entryBytes: number },
): number {
  if (headBytes + count * entryBytes > byteLength) throw new UnreadableClip();
  return count;
}

/** A box whose header begins at an offset: a size of 1 means 64 bits of it, and 0 that it takes all there is. */
function boxAt(
  view: DataView,
  at: number,
  restBytes: number,
): { name: string; bytes: number; headBytes: number } | undefined {
  const short = view.getUint32(at);
  const isLong = short === 1 && at + 16 <= view.byteLength;
  const bytes = short === 0 ? restBytes : isLong ? Number(view.getBigUint64(at + 8)) : short;
  const headBytes = isLong ? 16 : 8;
  return bytes < headBytes ? undefined : { name: nameAt(view, at + 4), bytes, headBytes };
}

/** Four letters. */
export function nameAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((step) => view.getUint8(at + step)));
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function part({ buffer, byteOffset }: DataView, from: number, bytes: number): DataView {
  return new DataView(buffer, byteOffset + from, bytes);
}
