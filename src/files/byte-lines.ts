/** A line without its line break. */
export interface ByteLine {
  /** From 1 on. */
  line: number;
  /** Undefined where it is longer than a line may be: then nothing of it is kept. */
  bytes: Buffer | undefined;
  /** The place behind its line break. */
  to: number;
}

const lineBreak = 0x0a;

/**
 * Cuts bytes into lines, as many at a time as a chunk ends. The bytes of a line are good until the next are asked for. Unit of the
 * most that a line may hold: bytes.
 */
export async function* byteLines(
  chunks: AsyncIterable<Buffer>,
  lineBytesMost: number,
): AsyncGenerator<ByteLine[]> {
  let [line, to, length] = [0, 0, 0];
  let pieces: Buffer[] = [];
  const ended = (last: Buffer): ByteLine => {
    line += 1;
    length += last.length;
    to += length + 1;
    const whole = pieces.length === 0 ? last : Buffer.concat([...pieces, last]);
    const one = { line, to, bytes: length > lineBytesMost ? undefined : whole };
    pieces = [];
    length = 0;
    return one;
  };
  for await (const chunk of chunks) {
    const lines: ByteLine[] = [];
    let start = 0;
    for (let end = chunk.indexOf(lineBreak); end >= 0; end = chunk.indexOf(lineBreak, start)) {
      lines.push(ended(chunk.subarray(start, end)));
      start = end + 1;
    }
    const rest = chunk.subarray(start);
    length += rest.length;
    if (length > lineBytesMost) pieces = [];
    else if (rest.length > 0) pieces.push(rest);
    yield lines;
  }
  if (length > 0) yield [ended(Buffer.alloc(0))];
}
