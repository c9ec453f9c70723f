import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { Script } from 'node:vm';
import { errorCode } from '../errors/error-code.ts';
import { isOwn } from '../files/folder.ts';

/** A file of ours, and what V8 made of it. */
export interface CompiledFile {
  name: string;
  source: Buffer;
  code: Buffer;
}

/** A compiled file as it was kept. The copy shows whether it is as it was written. */
export interface KeptFile extends CompiledFile {
  copy: Buffer;
}

/** The files that are kept for a command, by their names. */
export type KeptCode = ReadonlyMap<string, KeptFile>;

/** The place in compiled code where V8 notes for which flags it was made. Unit: bytes. */
const flagsAt = 12;
/** In whose multiples V8 wants code to begin. Unit: bytes. */
const alignment = 16;
/** A named pipe in the place of a file would have the start wait for a writer. Windows knows no such flag. */
const unwaiting = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
/** A longer file is not ours, and would take the memory of the run. That of the longest command has 3 MB. Unit: bytes. */
const bytesMost = 2 ** 26;

/** The contents, which come first: of each file its name, and how long its code and its source are. Unit: bytes. */
type Contents = readonly (readonly [name: string, code: number, source: number])[];

/** The length of the contents, the contents, and of each file the code twice and the source that it was made of. */
export function codeContent(files: readonly CompiledFile[]): Buffer {
  const contents: Contents = files.map(({ name, code, source }) => [name, code.length, source.length]);
  const text = Buffer.from(JSON.stringify(contents));
  const head = Buffer.alloc(alignment);
  head.writeUInt32LE(text.length);
  const parts = [head, text, ...files.flatMap(({ code, source }) => [code, code, source])];
  return Buffer.concat(parts.flatMap((part) => [part, Buffer.alloc(padded(part.length) - part.length)]));
}

/** The code that a file keeps; undefined where there is no file, another kind of file, or one that somebody else may have written. */
export function readCode(path: string): KeptCode | undefined {
  try {
    const descriptor = openSync(path, unwaiting);
    try {
      const found = fstatSync(descriptor);
      return found.isFile() && isOwn(found) && found.size < bytesMost
        ? keptIn(readFileSync(descriptor))
        : undefined;
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}

/** Undefined where nothing of ours stands there. */
function keptIn(whole: Buffer): KeptCode | undefined {
  let place = 0;
  const next = (length: number): Buffer => {
    const part = whole.subarray(place, place + length);
    place += padded(length);
    return part;
  };
  try {
    const contents = JSON.parse(next(next(alignment).readUInt32LE()).toString('latin1')) as Contents;
    return new Map(
      contents.map(([name, code, source]) => [
        name,
        { name, code: next(code), copy: next(code), source: next(source) },
      ]),
    );
  } catch {
    // It is torn, or somebody else's.
    return undefined;
  }
}

/**
 * Tells whether this is code of that source, and as it was written. V8 looks at the length of a source and of its code, and at
 * neither's bytes. So the file has the code twice, which is compared quicker than it is summed up.
 */
export function isGood({ code, copy, source }: KeptFile, now: Buffer): boolean {
  return code.length >= flagsAt + 4 && source.equals(now) && code.equals(copy);
}

function padded(length: number): number {
  return Math.ceil(length / alignment) * alignment;
}

/** A number that stands for the flags of V8. */
export function flagsNow(): number {
  return new Script('').createCachedData().readUInt32LE(flagsAt);
}

/**
 * Has V8 take code that was made under other flags. On Node 20 the program sets flags of its own, once the first request is near
 * (`api/transport/undici-exchange.ts`). They are about WebAssembly, so that what was compiled before is good after them, and the
 * other way about.
 */
export function noteFlags(code: Buffer, flags: number): void {
  code.writeUInt32LE(flags, flagsAt);
}
