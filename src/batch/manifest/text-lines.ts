import { isUtf8 } from 'node:buffer';
import { type ByteLine, byteLines } from '../../files/byte-lines.ts';
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
  for await (const lines of byteLines(chunks, manifestLineBytesMost))
    yield lines.flatMap((one) => textLine(one) ?? []);
}

function textLine({ bytes, line }: ByteLine): TextLine | undefined {
  if (bytes === undefined) return { line, fault: lineTooLong };
  if (!isUtf8(bytes)) return { line, fault: lineNotUtf8 };
  const text = bytes.toString('utf8').replace(/\r$/, '');
  if (text.trim() === '') return undefined;
  return text.includes('\0') ? { line, fault: lineHasNul } : { line, text };
}
