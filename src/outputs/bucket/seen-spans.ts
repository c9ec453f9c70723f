import { beginsWithBox } from '../../media/rules/media-kind.ts';
import type { ReadBuffer } from '../downloads/output-kind.ts';

/** What is remembered of bytes that went by: enough to tell whether they end as their kind must. */
export interface SeenSpans {
  note(chunk: Uint8Array): void;
  read: ReadBuffer;
}

const headBytes = 16;
/** An end of JPEG may be followed by some padding. */
const tailBytes = 64;
/** A clip has some dozens of boxes at its top level; one with more is not walked to its end. */
const boxesMost = 4096;

/** Remembers the first and the last bytes of a stream, and in a clip the header of each box. */
export function createSeenSpans(): SeenSpans {
  let bytes = 0;
  let head: Buffer = Buffer.alloc(0);
  let tail: Buffer = Buffer.alloc(0);
  const boxes = new Map<number, Buffer>();
  let box: { offset: number; header: Buffer } = { offset: 0, header: Buffer.alloc(0) };

  const isClip = (): boolean => beginsWithBox('mp4', head) || beginsWithBox('mov', head);

  function noteBoxes(chunk: Uint8Array): void {
    while (boxes.size < boxesMost && box.offset + box.header.length < bytes + chunk.length) {
      const from = box.offset + box.header.length - bytes;
      const more = chunk.subarray(from, from + headBytes - box.header.length);
      box.header = Buffer.concat([box.header, more]);
      if (box.header.length < headBytes) return;
      boxes.set(box.offset, box.header);
      const short = box.header.readUInt32BE(0);
      const boxBytes = short === 1 ? Number(box.header.readBigUInt64BE(8)) : short;
      // A size of 0 reaches to the end; one below a header's is no box. Both end the walk.
      if (boxBytes < 8) box = { offset: Number.POSITIVE_INFINITY, header: Buffer.alloc(0) };
      else box = { offset: box.offset + boxBytes, header: headerWithin(box, boxBytes) };
    }
  }
  /** A box may be shorter than what is read of its header: the next one begins in it. */
  function headerWithin({ header }: typeof box, boxBytes: number): Buffer {
    return boxBytes < headBytes ? header.subarray(boxBytes) : Buffer.alloc(0);
  }
  return {
    note(chunk) {
      if (head.length < headBytes) head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)]);
      if (head.length < headBytes || isClip()) noteBoxes(chunk);
      tail = Buffer.concat([tail, chunk.subarray(Math.max(0, chunk.length - tailBytes))]);
      tail = tail.subarray(Math.max(0, tail.length - tailBytes));
      bytes += chunk.length;
    },
    read(offset, spanBytes) {
      const from = Math.max(0, offset);
      const header = boxes.get(from) ?? (from === box.offset ? box.header : undefined);
      if (header !== undefined && isClip()) return header.subarray(0, spanBytes);
      if (from + spanBytes <= head.length) return head.subarray(from, from + spanBytes);
      const inTail = from - (bytes - tail.length);
      return inTail < 0 ? Buffer.alloc(0) : tail.subarray(inTail, inTail + spanBytes);
    },
  };
}
