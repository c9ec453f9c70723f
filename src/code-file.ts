/** Compiled code of a file, as the runs of these commands compiled it: a run compiles what it calls. */
export interface KeptCode {
  code: Buffer;
  commands: readonly string[];
}

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
  const isWhole = code.length > 0 && code.equals(whole.subarray(end, end + code.length));
  if (!isWhole || !source.equals(whole.subarray(end + code.length))) return undefined;
  return { code, commands: whole.toString('latin1', alignment, start).trim().split(' ') };
}
