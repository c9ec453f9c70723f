import { statSync } from 'node:fs';

/** The marks of a file or a folder at a moment. */
export interface FileMark {
  /**
   * Differs after any change: to the bytes of a file, or to the names in a folder. No program can set the time of the last change, so
   * a copy of the file has another mark, whatever times it was given. It says nothing about a change within the tick of that time.
   */
  text: string;
  /** The time of the last change, by the clock of the file system. Unit: ns since 1970. */
  changedNs: bigint;
  /** As `changedNs`, of the bytes or the names. A program can set it. */
  modifiedNs: bigint;
  device: bigint;
}

/** The marks of a path as it is now; undefined if nothing is there. Throws native errors. */
export function fileMark(path: string): FileMark | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (found === undefined) return undefined;
  const { ctimeNs, dev, ino, mtimeNs, size } = found;
  return {
    text: `${ino} ${size} ${mtimeNs} ${ctimeNs}`,
    changedNs: ctimeNs,
    modifiedNs: mtimeNs,
    device: dev,
  };
}
