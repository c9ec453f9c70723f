/** Reads a span of a file; the result is shorter where the file ends. Unit: bytes. */
export type ReadSpan = (offset: number, bytes: number) => Uint8Array;

/** Facts of a file that is a row of boxes, found on a walk to its end. */
export interface BoxesEnd {
  /** `whole`: the last box ends with the file. `cut`: it would end later. `other`: something that is no box stands there. */
  end: 'whole' | 'cut' | 'other';
  /** True if a box holds the index of a clip, without which nothing can be played. */
  hasIndex: boolean;
}

/** A clip of pieces has some thousands of boxes at its top. One that is made of very many is not walked to its end: it would take minutes. */
export const boxesMost = 100_000;

/**
 * Walks over the top-level boxes of an MP4, a MOV, a HEIC or an AVIF file. Each begins with its size and its name. A size of 1
 * means that the real size follows in 64 bits; 0 means that the box reaches to the end of the file.
 *
 * @param bytes size of the file.
 */
export function endOfBoxes(read: ReadSpan, bytes: number): BoxesEnd {
  let offset = 0;
  let hasIndex = false;
  for (let count = 0; offset < bytes; count += 1) {
    if (count === boxesMost) return { end: 'other', hasIndex };
    const header = read(offset, 16);
    if (header.length < 8) return { end: 'cut', hasIndex };
    hasIndex ||= String.fromCharCode(...header.subarray(4, 8)) === 'moov';
    const numbers = new DataView(header.buffer, header.byteOffset, header.length);
    const short = numbers.getUint32(0);
    if (short === 0) return { end: 'whole', hasIndex };
    const boxBytes = short === 1 && header.length === 16 ? Number(numbers.getBigUint64(8)) : short;
    // No box is smaller than its header.
    if (boxBytes < 8) return { end: 'other', hasIndex };
    offset += boxBytes;
  }
  return { end: offset === bytes ? 'whole' : 'cut', hasIndex };
}
