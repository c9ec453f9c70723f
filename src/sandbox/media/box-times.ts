/** Boxes of an MP4 on the way to those that carry times. */
const containers = new Set(['moov', 'trak', 'mdia']);
const timed = new Set(['mvhd', 'tkhd', 'mdhd']);
const headerBytes = 8;
const versionAndFlagsBytes = 4;

/**
 * Sets the creation and modification times of a file, its tracks and their media to zero, in place: a muxer writes
 * the clock into them, and equal requests are to give equal bytes.
 * @see ISO/IEC 14496-12 clauses 8.2.2, 8.3.2 and 8.4.2
 */
export function clearBoxTimes(file: Uint8Array): void {
  const view = Buffer.from(file.buffer, file.byteOffset, file.length);
  clearWithin(view, 0, view.length);
}

function clearWithin(file: Buffer, begin: number, end: number): void {
  for (let at = begin; at + headerBytes <= end; ) {
    const size = boxSize(file, at, end);
    const type = file.toString('latin1', at + 4, at + headerBytes);
    if (containers.has(type)) clearWithin(file, at + headerBytes, at + size);
    if (timed.has(type)) {
      const times = at + headerBytes + versionAndFlagsBytes;
      const bytesATime = file[at + headerBytes] === 1 ? 8 : 4;
      file.fill(0, times, times + 2 * bytesATime);
    }
    at += size;
  }
}

/** A size of 1 is followed by one of 64 bits; a size of 0 reaches to the end. @see ISO/IEC 14496-12 clause 4.2 */
function boxSize(file: Buffer, at: number, end: number): number {
  const size = file.readUInt32BE(at);
  if (size === 0) return end - at;
  return Math.max(headerBytes, size === 1 ? Number(file.readBigUInt64BE(at + headerBytes)) : size);
}
