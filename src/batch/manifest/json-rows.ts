import { isUtf8 } from 'node:buffer';
import { describeJsonFault } from '../../schema/json/json-fault.ts';
import { flawWords, jsonFlaw } from '../../schema/json/json-flaw.ts';
import { isPlainJson } from '../../schema/json/plain-json.ts';
import { objectOf } from '../../text/json-object.ts';
import { shownValue } from '../../text/shown-value.ts';
import {
  type LineFault,
  lineHasNul,
  lineNotUtf8,
  lineTooLong,
  manifestLineBytesMost,
} from '../rules/manifest-line.ts';
import type { ReadRow } from './manifest-row.ts';

/** The rows of JSON lines, an object each, as many at a time as a chunk ends. Blank lines are none. */
export async function* jsonRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<ReadRow[]> {
  for await (const lines of byteLines(chunks)) {
    yield lines.flatMap((one) => rowOf(one) ?? []);
  }
}

function rowOf({ bytes, line }: ByteLine): ReadRow | undefined {
  if (bytes === undefined) return { line, fault: lineTooLong };
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) return { line, fault: lineNotUtf8 };
  const read = readLine(bytes.toString('utf8'));
  if (read === undefined) return undefined;
  return 'code' in read ? { line, fault: read } : { line, columns: Object.entries(read.object) };
}

/** The object of a line, what is wrong with it, or undefined where it is blank. */
function readLine(text: string): { object: Record<string, unknown> } | LineFault | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text.trim() === '' ? undefined : text.includes('\0') ? lineHasNul : notJson(text);
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
