import { Script } from 'node:vm';

/** Compiled code of a file, as the runs of these commands compiled it: a run compiles what it calls. */
export interface KeptCode {
  code: Buffer;
  commands: readonly string[];
}

/** Where V8 notes in compiled code for which flags it was made. */
const flagsAt = 12;
/** In whose multiples V8 wants code to begin. Unit: bytes. */
const alignment = 16;

/** What a file holds: two lengths, the commands, the code twice, and the source that it was made of. */
export function codeContent({ code, commands }: KeptCode, source: Buffer): Buffer {
  const names = commands.join(' ');
  const padded = Buffer.alloc(Math.ceil(names.length / alignment) * alignment, ' ');
  padded.write(names);
  const head = Buffer.alloc(alignment);
  head.writeUInt32LE(code.length);
  head.writeUInt32LE(padded.length, 4);
  return Buffer.concat([head, padded, code, code, source]);
}

/**
 * The code that a file holds for this very source; undefined where it holds none, or not whole. V8 looks at the length of a source and
 * of its code, and at neither's bytes: so the code stands there twice, which is compared quicker than it is summed up.
 */
export function codeIn(whole: Buffer, source: Buffer): KeptCode | undefined {
  if (whole.length < alignment) return undefined;
  const start = alignment + whole.readUInt32LE(4);
  const end = start + whole.readUInt32LE(0);
  const code = whole.subarray(start, end);
  const isWhole = code.length >= flagsAt + 4 && code.equals(whole.subarray(end, end + code.length));
  if (!isWhole || !source.equals(whole.subarray(end + code.length))) return undefined;
  return { code, commands: whole.toString('latin1', alignment, start).trim().split(' ') };
}

const nothing = new Script('');

/** A number that stands for the flags of V8. */
export function flagsNow(): number {
  return nothing.createCachedData().readUInt32LE(flagsAt);
}

/**
 * Has V8 take code that was made under other flags. On Node 20 the program sets flags of its own, once the first request is near
 * (`client/transport/undici-exchange.ts`). They are about WebAssembly, so that what was compiled before is good after them, and the
 * other way about.
 */
export function noteFlags(code: Buffer, flags: number): void {
  code.writeUInt32LE(flags, flagsAt);
}
