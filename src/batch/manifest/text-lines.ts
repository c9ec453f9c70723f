import { isUtf8 } from 'node:buffer';
import {
  type LineFault,
  lineHasNul,
  lineNotUtf8,
  lineTooLong,
  manifestLineBytesMost,
} from '../rules/manifest-line.ts';

/** A line of text without its end, and its number from 1 on; or why it can't be read. */
export type TextLine =
  | { line: number; text: string; fault?: never }
  | { line: number; fault: LineFault; text?: never };

/** The lines of a text, as many at a time as a chunk ends. Blank lines are none. */
export async function* textLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<TextLine[]> {
  for await (const lines of byteLines(chunks)) yield lines.flatMap((one) => textLine(one) ?? []);
}

function textLine({ bytes, line }: ByteLine): TextLine | undefined {
  if (bytes === undefined) return { line, fault: lineTooLong };
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) return { line, fault: lineNotUtf8 };
  const text = bytes.toString('utf8');
  if (text.trim() === '') return undefined;
  return text.includes('\0') ? { line, fault: lineHasNul } : { line, text };
}

/** A line without its end. `bytes` is undefined where it is longer than a line may be: then nothing of it is kept. */
interface ByteLine {
  line: number;
  bytes: Buffer | undefined;
}

const newline = 0x0a;
const carriageReturn = 0x0d;

/** Cuts bytes into lines, as many at a time as a chunk ends. The bytes of a line are good until the next are asked for. */
async function* byteLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<ByteLine[]> {
  let line = 0;
  let pieces: Buffer[] = [];
  let length = 0;
  const ended = (last: Buffer): ByteLine => {
    line += 1;
    length += last.length;
    const bytes =
      length > manifestLineBytesMost
        ? undefined
        : pieces.length === 0
          ? last
          : Buffer.concat([...pieces, last]);
    const one = { line, bytes: bytes && withoutReturn(bytes) };
    pieces = [];
    length = 0;
    return one;
  };
  for await (const chunk of chunks) {
    const lines: ByteLine[] = [];
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      lines.push(ended(chunk.subarray(start, end)));
      start = end + 1;
    }
    const rest = chunk.subarray(start);
    length += rest.length;
    if (length > manifestLineBytesMost) pieces = [];
    else if (rest.length > 0) pieces.push(rest);
    yield lines;
  }
  if (length > 0) yield [ended(Buffer.alloc(0))];
}

function withoutReturn(bytes: Buffer): Buffer {
  return bytes.at(-1) === carriageReturn ? bytes.subarray(0, -1) : bytes;
}
