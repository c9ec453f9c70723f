import { closeSync, fdatasyncSync, fstatSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fsyncFolder } from './folder.ts';
import { discard, uniquePathBeside } from './temp-file.ts';

export type DraftFile = ReturnType<typeof beginDraftFile>;

/** Unit: characters. */
const pieceLength = 256 * 1024;

/**
 * Begins a file of any size beside its final name, which is written piece by piece and takes its name only once it is whole.
 *
 * @param mode permission bits, before the umask.
 * @throws the native error, with its `code` (ENOENT, ENOSPC, EROFS …), as every method but `leave` does.
 */
export function beginDraftFile(path: string, mode = 0o600) {
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
    /** When it was begun, by the clock of its disk. Unit: ms since 1970. */
    begunMs: fstatSync(descriptor).mtimeMs,
    /** How much was written. Unit: bytes. */
    get bytes(): number {
      return bytes;
    },
    write(text: string): void {
      piece.push(text);
      length += text.length;
      bytes += Buffer.byteLength(text);
      if (length >= pieceLength) flush();
    },
    /** Gives it its name, in place of any file that has it. Durable on return. */
    finish(): void {
      flush();
      fdatasyncSync(descriptor);
      closeSync(descriptor);
      state = 'closed';
      renameSync(temp, path);
      fsyncFolder(dirname(path));
    },
    /** Removes it, unless it is finished. Never throws. */
    leave(): void {
      if (state === 'open') closeSync(descriptor);
      state = 'closed';
      discard(temp);
    },
  };
}
