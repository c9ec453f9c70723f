import { closeSync, fdatasyncSync, fstatSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fsyncFolder } from './folder.ts';
import { discard, uniquePathBeside } from './temp-file.ts';

/** A file that is written piece by piece and takes its name only once it is whole. */
export interface DraftFile {
  /** When it was begun, by the clock of its disk. Unit: ms since 1970. */
  readonly begunMs: number;
  /** How much was written. Unit: bytes. */
  readonly bytes: number;
  write(text: string): void;
  /** Gives it its name, in place of any file that has it. Durable on return. */
  finish(): void;
  /** Removes it, unless it is finished. Never throws. */
  leave(): void;
}

/** Unit: characters. */
const pieceLength = 256 * 1024;

/**
 * Begins a file of any size beside its final name.
 *
 * @param mode permission bits, before the umask.
 * @throws the native error, with its `code` (ENOENT, ENOSPC, EROFS …), as every method but `leave` does.
 */
export function beginDraftFile(path: string, mode = 0o600): DraftFile {
  const temp = uniquePathBeside(path);
  const descriptor = openSync(temp, 'wx', mode);
  let bytes = 0;
  let piece: string[] = [];
  let length = 0;
  let state: 'open' | 'closed' = 'open';

  function flush(): void {
    const block = Buffer.from(piece.join(''));
    piece = [];
    length = 0;
    writeFileSync(descriptor, block);
  }

  return {
    begunMs: fstatSync(descriptor).mtimeMs,
    get bytes() {
      return bytes;
    },
    write(text) {
      piece.push(text);
      length += text.length;
      bytes += Buffer.byteLength(text);
      if (length >= pieceLength) flush();
    },
    finish() {
      flush();
      fdatasyncSync(descriptor);
      closeSync(descriptor);
      state = 'closed';
      renameSync(temp, path);
      fsyncFolder(dirname(path));
    },
    leave() {
      if (state === 'open') closeSync(descriptor);
      state = 'closed';
      discard(temp);
    },
  };
}
