import { openUnnamedFile, type UnnamedFile } from './unnamed-file.ts';

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

/** Opens a spool in a private folder. Its file is made at the first text. */
export function openTextSpool(folder: string): TextSpool {
  let file: UnnamedFile | undefined;
  return {
    put(text) {
      file ??= openUnnamedFile(folder);
      const bytes = Buffer.from(text);
      const place = { from: file.length, length: bytes.length };
      file.add(bytes);
      return place;
    },
    read({ from, length }) {
      if (file === undefined) throw new Error('Nothing was kept');
      return file.read(from, length).toString();
    },
    close() {
      file?.close();
      file = undefined;
    },
  };
}
