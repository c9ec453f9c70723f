import { tryReadJson } from '../../schema/json/read-json.ts';
import { isObject } from '../../text/json-object.ts';

/** Tells whether the last line of a journal is whole but for its line break, as an editor may leave it. */
export function isWholeLine(line: Buffer): boolean {
  return isObject(tryReadJson(line.toString()));
}
