import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePrivateFolder } from './folder.ts';
import { discard, uniquePathBeside } from './temp-file.ts';

/** Texts that are kept on the disk while a process runs, because there may be too many of them for its memory. */
export interface TextSpool {
  /** Keeps a text, and returns the place by which it is read again. Throws the native error of a full disk. */
  put(text: string): TextPlace;
  read(place: TextPlace): string;
  /** Removes them all. Never throws. */
  close(): void;
}

/** Where a text is. Unit: bytes. */
export interface TextPlace {
  from: number;
  length: number;
}

/** Opens a spool in a private folder. Its file is made at the first text, and those of killed processes are swept by their name. */
export function openTextSpool(folder: string): TextSpool {
  let file: { path: string; descriptor: number } | undefined;
  let end = 0;
  function open(): { path: string; descriptor: number } {
    ensurePrivateFolder(folder);
    const path = uniquePathBeside(join(folder, 'spool'));
    return { path, descriptor: openSync(path, 'wx+', 0o600) };
  }
  return {
    put(text) {
      file ??= open();
      const bytes = Buffer.from(text);
      const place = { from: end, length: bytes.length };
      for (let done = 0; done < bytes.length; )
        done += writeSync(file.descriptor, bytes, done, bytes.length - done, end + done);
      end += bytes.length;
      return place;
    },
    read({ from, length }) {
      if (file === undefined) throw new Error('Nothing was kept');
      const bytes = Buffer.alloc(length);
      for (let done = 0; done < length; ) {
        const count = readSync(file.descriptor, bytes, done, length - done, from + done);
        if (count === 0) throw new Error('The spool was cut short by another program');
        done += count;
      }
      return bytes.toString();
    },
    close() {
      if (file === undefined) return;
      closeSync(file.descriptor);
      discard(file.path);
      file = undefined;
    },
  };
}
