import { closeSync, fdatasyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { fsyncFolder } from './folder.ts';
import { discard, uniquePathBeside } from './temp-file.ts';

/** A file that is written piece by piece, and takes its name once it is whole. */
export interface WholeFile {
  write(text: string): void;
  /** Gives it its name, in the place of what had it. Durable on return. */
  finish(): void;
  /** Removes what was written, unless it is finished. */
  discard(): void;
}

/** Text that is gathered before it is written. Unit: characters. */
const gatheredMost = 64 * 1024;

/**
 * Begins a file of any size that readers see whole or not at all.
 *
 * @param mode permission bits, before the umask.
 * @throws the native error, with its `code` (ENOENT, ENOSPC, EROFS …), as its methods do.
 */
export function beginWholeFile(path: string, mode: number): WholeFile {
  const temp = uniquePathBeside(path);
  const descriptor = openSync(temp, 'wx', mode);
  let gathered = '';
  let isOpen = true;
  const flush = (): void => {
    const bytes = Buffer.from(gathered);
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
    gathered = '';
  };
  return {
    write(text) {
      gathered += text;
      if (gathered.length >= gatheredMost) flush();
    },
    finish() {
      flush();
      fdatasyncSync(descriptor);
      closeSync(descriptor);
      isOpen = false;
      renameSync(temp, path);
      fsyncFolder(dirname(path));
    },
    discard() {
      if (!isOpen) return;
      isOpen = false;
      closeSync(descriptor);
      discard(temp);
    },
  };
}
