import { isUtf8 } from 'node:buffer';
import { type ByteLine, byteLines } from '../../files/byte-lines.ts';
import { sha256 } from '../../files/lazy-node.ts';
import { describeJsonFault } from '../../schema/json/json-fault.ts';
import { flawWords, isPlainJson, jsonFlaw } from '../../schema/json/json-flaw.ts';
import { objectOf } from '../../text/json-object.ts';
import { shownValue } from '../../text/shown-value.ts';
import {
  type LineFault,
  lineHasNul,
  lineNotUtf8,
  lineTooLong,
  manifestLineBytesMost,
  type ReadRow,
} from './manifest-row.ts';

/** The rows of JSON lines, an object each, as many at a time as a chunk ends. Blank lines are none. */
export async function* jsonRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<ReadRow[]> {
  for await (const lines of textLines(chunks)) yield lines.map(rowOf);
}

function rowOf({ fault, line, text }: TextLine): ReadRow {
  if (fault !== undefined) return { line, fault };
  const read = readLine(text);
  return 'code' in read ? { line, fault: read } : { line, columns: Object.entries(read.object) };
}

/** The object of a line, or what is wrong with it. */
function readLine(text: string): { object: Record<string, unknown> } | LineFault {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return notJson(text);
  }
  const object = objectOf(value);
  if (object === undefined) return noObject(value);
  const flaw = isPlainJson(text, value) ? undefined : jsonFlaw(text);
  if (flaw === undefined) return { object };
  const { fix, what, why } = flawWords(flaw);
  return { code: `json_${flaw.kind}`, message: `the line ${what}`, why, hint: `write ${fix}` };
}

function notJson(text: string): LineFault {
  const isPretty = /^\s*[[{]\s*$/.test(text);
  return {
    code: 'line_no_json',
    message: 'the line is not JSON',
    why: `${capital(describeJsonFault(text) ?? 'it ends too early')}.`,
    hint: isPretty ? `one object a line: jq -c . FILE` : 'an object a line; of a table FILE is called .csv',
  };
}

/** The place in the line; its number is told by whoever shows the fault. */
function capital(words: string): string {
  const plain = words.replace(/at line 1, column/, 'at column');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

function noObject(value: unknown): LineFault {
  return {
    code: 'line_no_object',
    message: 'the line is not a JSON object',
    why: `It is ${value === null ? 'null' : shownValue(value)}.`,
    hint: Array.isArray(value)
      ? `one object a line: jq -c '.[]' FILE`
      : '{"id": "s01", "prompt": "…"}, an object a line',
  };
}

/** Digits of a hash that name a prompt: two of a million are alike once in 500 such manifests, which is a fault of the second one. */
const idDigits = 12;

/** The rows of a plain text, a prompt a line. The id of each is the hash of its prompt, so that a line that is put in moves no other. */
export async function* promptRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<ReadRow[]> {
  for await (const lines of textLines(chunks))
    yield lines.map(({ fault, line, text }) => {
      if (fault !== undefined) return { line, fault };
      const prompt = text.trim();
      return {
        line,
        columns: [
          ['id', sha256(prompt).slice(0, idDigits)],
          ['prompt', prompt],
        ],
      };
    });
}

/** A line of text without its end, and its number from 1 on; or why it can't be read. */
type TextLine =
  | { line: number; text: string; fault?: never }
  | { line: number; fault: LineFault; text?: never };

/** The lines of a text, as many at a time as a chunk ends. Blank lines are none. */
async function* textLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<TextLine[]> {
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
