import { isUtf8 } from 'node:buffer';
import { describeJsonFault } from '../../schema/json/json-fault.ts';
import { flawWords, jsonFlaw } from '../../schema/json/json-flaw.ts';
import { isPlainJson } from '../../schema/json/plain-json.ts';
import { objectOf } from '../../text/json-object.ts';
import { murmur3 } from '../../text/murmur.ts';
import { shownValue } from '../../text/shown-value.ts';
import { type LineFault, lineHasNul, lineNotUtf8, lineTooLong } from '../rules/manifest-line.ts';
import { type ByteLine, byteLines } from './byte-lines.ts';
import { faultRow, type ManifestRow } from './manifest-row.ts';

/** The rows of JSON lines, an object each, as many at a time as a chunk ends. Blank lines are none. */
export async function* jsonRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<ManifestRow[]> {
  for await (const lines of byteLines(chunks)) {
    yield lines.flatMap((one) => rowOf(one) ?? []);
  }
}

function rowOf({ line, bytes, length }: ByteLine): ManifestRow | undefined {
  if (bytes === undefined) return faultRow(line, length >>> 0, lineTooLong);
  if (bytes.length === 0) return undefined;
  const mark = murmur3(bytes);
  if (!isUtf8(bytes)) return faultRow(line, mark, lineNotUtf8);
  const text = bytes.toString('utf8');
  const read = readLine(text);
  if (read === undefined) return undefined;
  if ('code' in read) return faultRow(line, mark, read);
  return { kind: 'row', line, mark, columns: read.columns };
}

/** The columns of a line, what is wrong with it, or undefined where it is blank. */
function readLine(text: string): { columns: ReadonlyMap<string, unknown> } | LineFault | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text.trim() === '' ? undefined : text.includes('\0') ? lineHasNul : notJson(text);
  }
  const object = objectOf(value);
  if (object === undefined) return noObject(value);
  const flaw = isPlainJson(text, value) ? undefined : jsonFlaw(text);
  if (flaw !== undefined) {
    const words = flawWords(flaw);
    return {
      code: `json_${flaw.kind}`,
      message: `the line ${words.what}`,
      why: words.why,
      hint: `write ${words.fix}`,
    };
  }
  const columns = new Map<string, unknown>();
  for (const name of Object.keys(object)) columns.set(name, object[name]);
  return { columns };
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
