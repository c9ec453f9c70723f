import { fdatasync, write, writev } from 'node:fs';
import { promisify } from 'node:util';

const writeSoon = promisify(write);
const flushSoon = promisify(fdatasync);
const writevSoon = promisify(writev);

/** This much is collected before it is written, because small writes cost more time than the network. Unit: bytes. */
const blockBytes = 1024 * 1024;
/** Longest time that bytes stay unwritten. Unit: ms. */
const blockMs = 5000;
/** A long file is flushed after so much more of it is written each time. So little is left to wait for at its end. Unit: bytes. */
const flushBytes = 32 * 1024 * 1024;

/**
 * Writes to a file, in the thread pool and in their order, the bytes that it is given.
 *
 * A write may stand still for as long as the file system commits what others flushed. Meanwhile the network goes on, for one more
 * block. The pieces are kept as they came: to copy them into blocks that are used again cost more than their collection.
 *
 * @param nowMs a clock that never goes back.
 */
export function createWriteBehind(descriptor: number, nowMs: () => number) {
  let block = emptyBlock(0);
  let begunMs = nowMs();
  let writing: Promise<void> | undefined;
  let flushedBytes = 0;
  let flushing: Promise<void> | undefined;

  async function writeBlock(): Promise<void> {
    const full = block;
    block = emptyBlock(full.start + full.bytes);
    begunMs = nowMs();
    if (full.bytes > 0) await writeAll(descriptor, full);
    if (block.start - flushedBytes >= flushBytes) flushAside();
    writing = undefined;
  }
  /** Begins to write a block. A write that failed stays in `writing`, so that nothing is written after it. */
  function begin(): void {
    writing = writeBlock();
    // The next call of `add` or `drain` hears of a failure.
    writing.catch(() => {});
  }
  /** The system tells a failure of the disk once, so it is kept for the end. */
  function flushAside(): void {
    flushedBytes = block.start;
    const before = flushing;
    flushing = flushSoon(descriptor).then(() => before);
    flushing.catch(() => {});
  }
  /** Resolves once the system has nothing to do with the file any more, whatever failed; rejects then with what did. */
  async function stillness(): Promise<void> {
    await Promise.allSettled([writing, flushing]);
    await writing;
    await flushing;
  }
  return {
    /** Takes bytes, which must not change any more. A promise asks to wait until there is room; it rejects where a write failed. */
    add(chunk: Uint8Array): Promise<void> | undefined {
      block.pieces.push(chunk);
      block.bytes += chunk.byteLength;
      if (block.bytes < blockBytes && nowMs() - begunMs <= blockMs) return undefined;
      if (writing !== undefined) return writing.then(begin);
      begin();
      return undefined;
    },
    /** Has all that came so far written. Rejects with the native error of the write that failed. */
    async drain(): Promise<void> {
      try {
        await writing;
        begin();
      } finally {
        await stillness();
      }
    },
    /** Drops what is not written yet, and begins at the start of the file again once nothing is under way. Rejects as `drain` does. */
    async restart(): Promise<void> {
      block = emptyBlock(block.start);
      await stillness();
      block = emptyBlock(0);
      flushedBytes = 0;
    },
  };
}

/** Bytes that are written together, from a place in the file on. */
interface Block {
  pieces: Uint8Array[];
  bytes: number;
  start: number;
}

function emptyBlock(start: number): Block {
  return { pieces: [], bytes: 0, start };
}

/** One call of the system may take fewer bytes than it was given. */
async function writeAll(descriptor: number, { pieces, bytes, start }: Block): Promise<void> {
  let { bytesWritten: written } = await writevSoon(descriptor, pieces, start);
  if (written === bytes) return;
  const whole = Buffer.concat(pieces);
  while (written < bytes) {
    const { bytesWritten } = await writeSoon(descriptor, whole, written, bytes - written, start + written);
    written += bytesWritten;
  }
}
