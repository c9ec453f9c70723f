import { describeJsonFault } from '../../schema/json/json-fault.ts';
import { flawWords, isPlainJson, jsonFlaw } from '../../schema/json/json-flaw.ts';
import { objectOf } from '../../text/json-object.ts';
import { shownValue } from '../../text/shown-value.ts';
import type { LineFault } from '../rules/manifest-line.ts';
import type { ReadRow } from './manifest-row.ts';
import { type TextLine, textLines } from './text-lines.ts';

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
