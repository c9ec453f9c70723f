import type { AnyFlag } from '../../cli/flag.ts';
import { UsageError } from '../../errors/endings.ts';
import { readExactJson } from '../../schema/json/json-flaw.ts';
import { anyOfWords } from '../../text/shown-value.ts';
import { columnFault } from './column-fault.ts';

/** Reads a part of a line. If that fails, it keeps the error and returns `otherwise`. */
export type ReadPart = <Part>(read: () => Part, otherwise: Part) => Part;

/** A column as it is written, and its value. */
export interface WrittenColumn {
  name: string;
  value: unknown;
}

const yes = ['true', 'yes', '1'];
const no = ['false', 'no', '0'];

/** The value of a flag that is given once, from a column. Throws UsageError. */
export function readColumn(flag: AnyFlag, { name, value }: WrittenColumn): unknown {
  if (flag.kind === 'switch' || flag.kind === 'pair' || flag.kind === 'off')
    return readTruth({ name, value });
  return readText(flag, { name, value });
}

/** The values of a repeatable flag: a list, or one value. In a table a list is written as JSON. Throws UsageError. */
export function readListColumn(flag: AnyFlag, { name, value }: WrittenColumn, textCells: boolean): unknown[] {
  const list = textCells && typeof value === 'string' && value.startsWith('[') ? listIn(name, value) : value;
  const values: readonly unknown[] = Array.isArray(list) ? list : [list];
  return values.map((one) => readText(flag, { name, value: one }));
}

function readText(flag: AnyFlag, { name, value }: WrittenColumn): unknown {
  const text = scalarText(value);
  if (text === undefined) throw columnFault(name, value, 'It takes a text or a number.', `"${name}": "…"`);
  return flag.read?.(text, name);
}

/** A text, number or truth value as the text that a flag reads; undefined for anything else. */
export function scalarText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** Spreadsheets write TRUE and FALSE. */
function readTruth({ name, value }: WrittenColumn): boolean {
  const text = scalarText(value)?.trim().toLowerCase() ?? '';
  if (yes.includes(text)) return true;
  if (no.includes(text)) return false;
  throw columnFault(name, value, `It takes ${anyOfWords([...yes, ...no])}.`, `${name} true, or false`);
}

function listIn(name: string, text: string): unknown {
  try {
    return readExactJson(name, text);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const why = 'It begins like a JSON list, but is no valid one.';
    throw columnFault(name, text, why, `${name} ["one.png","two.png"], or ${name}.1 and ${name}.2`);
  }
}
