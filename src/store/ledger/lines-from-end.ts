import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const blockBytes = 64 * 1024;
const newline = 10;

/** The beginning of the JSON of every text that begins with `text`. */
export function jsonBeginning(text: string): string {
  return JSON.stringify(text).slice(0, -1);
}

/**
 * The lines of a file from the last to the first, read a block at a time. Empty lines are included.
 *
 * @param wanted a text that every line of interest holds; a block without it is skipped.
 * @throws the native error; ENOENT where there is no file.
 */
export function* linesFromEnd(path: string, wanted: string): Generator<string> {
  const descriptor = openSync(path, 'r');
  try {
    let start = fstatSync(descriptor).size;
    let cutLine: Uint8Array = new Uint8Array(0);
    while (start > 0) {
      const length = Math.min(blockBytes, start);
      start -= length;
      const block = Buffer.concat([readBlock(descriptor, start, length), cutLine]);
      const firstBreak = start === 0 ? 0 : block.indexOf(newline);
      cutLine = firstBreak === -1 ? block : block.subarray(0, firstBreak);
      if (firstBreak === -1 || !block.includes(wanted, firstBreak)) continue;
      const lines = block.toString('utf8', firstBreak).split('\n');
      for (let place = lines.length - 1; place >= 0; place -= 1) yield lines[place] ?? '';
    }
  } finally {
    closeSync(descriptor);
  }
}

function readBlock(descriptor: number, start: number, length: number): Uint8Array {
  const block = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const count = readSync(descriptor, block, done, length - done, start + done);
    if (count === 0) break;
    done += count;
  }
  return block.subarray(0, done);
}
