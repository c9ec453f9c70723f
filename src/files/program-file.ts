import { readFileSync } from 'node:fs';

/** The beginning of the paths of a single executable's files: nothing on a disk lies beneath a file. */
const within = `${process.execPath}/`;

/** True if the program is a single executable, which has its files within itself and loads no package. */
export const isOneFile = import.meta.dirname.startsWith(within);

/**
 * The bytes of a file that comes with the program. They are not to be written to.
 *
 * @throws an error with a code where it can't be read.
 */
export function programFile(path: string): Buffer {
  if (!isOneFile) return readFileSync(path);
  const part = process.getBuiltinModule('node:sea').getRawAsset(path.slice(within.length)) as ArrayBuffer;
  return Buffer.from(part);
}
