/** Boxes of an MP4 that contain the boxes with times. */
const containers = new Set(['moov', 'trak', 'mdia']);
const timed = new Set(['mvhd', 'tkhd', 'mdhd']);
const headerBytes = 8;
const versionAndFlagsBytes = 4;

/**
 * Sets the creation and modification times of a file, its tracks and their media to zero, in place. A muxer writes the current
 * time there, but equal requests must give equal bytes.
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

/** The size of a box. A size field of 1 means that 64 bits follow; 0 means the rest of the file. @see ISO/IEC 14496-12 clause 4.2 */
function boxSize(file: Buffer, at: number, end: number): number {
  const size = file.readUInt32BE(at);
  if (size === 0) return end - at;
  return Math.max(headerBytes, size === 1 ? Number(file.readBigUInt64BE(at + headerBytes)) : size);
}
