import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePrivateFolder } from './folder.ts';
import { readFully } from './read-span.ts';
import { discard, uniquePathBeside } from './temp-file.ts';

export type TextSpool = ReturnType<typeof openTextSpool>;

/** So much is gathered before it is written: a few texts never reach the disk. Unit: bytes. */
const gatheredMost = 1024 * 1024;

const textsAtFirst = 1024;

/**
 * Opens a spool in a private folder: texts that are kept while a process runs, because there may be too many of them for its memory.
 * Each takes 8 bytes of that. Its file is made once the first texts fill the memory that they may take.
 */
export function openTextSpool(folder: string) {
  const gathered = Buffer.allocUnsafe(gatheredMost);
  let file: ReturnType<typeof openSpoolFile> | undefined;
  let ends = new Float64Array(textsAtFirst);
  let size = 0;
  let written = 0;
  let held = 0;
  function write(bytes: Uint8Array): void {
    file ??= openSpoolFile(folder);
    file.write(bytes);
    written += bytes.length;
  }
  return {
    /** How many there are. */
    get size(): number {
      return size;
    },
    /** Keeps a text, in the next place. Throws the native error of a full disk. */
    put(text: string): void {
      const bytes = Buffer.from(text);
      if (held + bytes.length > gatheredMost) {
        write(gathered.subarray(0, held));
        held = 0;
      }
      if (bytes.length > gatheredMost) write(bytes);
      else held += bytes.copy(gathered, held);
      if (size === ends.length) {
        const before = ends;
        ends = new Float64Array(size * 2);
        ends.set(before);
      }
      ends[size] = written + held;
      size += 1;
    },
    /** @param place from 0 on. */
    read(place: number): string {
      const [from = 0, to = 0] = [place === 0 ? 0 : ends[place - 1], ends[place]];
      if (from >= written) return gathered.toString('utf8', from - written, to - written);
      if (file === undefined) throw new Error('Nothing was kept');
      return file.read(from, to - from).toString();
    },
    /** Removes them all. Never throws. */
    close(): void {
      file?.close();
      file = undefined;
    },
  };
}

/**
 * Opens a file in a private folder, and takes its name away at once, so that it is gone with its process, however that ends. A file
 * system that keeps the name of an open file loses it with `close`; until then it is that of a temporary file, by which what a killed
 * process left is swept.
 *
 * @throws the native error, with its `code`.
 */
function openSpoolFile(folder: string) {
  ensurePrivateFolder(folder);
  const path = uniquePathBeside(join(folder, 'spool'));
  const descriptor = openSync(path, 'wx+', 0o600);
  discard(path);
  return {
    /** Adds bytes at the end. */
    write: (bytes: Uint8Array) => writeFileSync(descriptor, bytes),
    read(from: number, length: number): Buffer {
      const bytes = Buffer.alloc(length);
      if (readFully(descriptor, bytes, from) === length) return bytes;
      throw new Error('The file was cut short by another program');
    },
    close(): void {
      closeSync(descriptor);
      discard(path);
    },
  };
}
