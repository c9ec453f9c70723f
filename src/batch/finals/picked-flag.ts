import { invalidFlag, type ValueFlag, valueFlag } from '../../cli/flag.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';

/** Names of drafts or finals on the line: with commas between them, or as a list in JSON where one has a comma itself. */
export const pickedFlag: ValueFlag<readonly string[]> = {
  ...valueFlag(
    '--picked <ids>',
    'pick these drafts or finals without asking: ids separated by commas, or a JSON list',
    readIds,
  ),
  write: (ids) =>
    ids.some((id) => id.includes(',') || id.startsWith('[') || id !== id.trim())
      ? JSON.stringify(ids)
      : ids.join(','),
};

function readIds(text: string): readonly string[] {
  const list = text.startsWith('[') ? tryReadJson(text) : text.split(',').map((id) => id.trim());
  if (Array.isArray(list) && list.length > 0 && list.every(isId)) return list;
  throw invalidFlag(
    '--picked',
    text,
    'It takes ids of lines, separated by commas or as a JSON list.',
    '--picked s01,s04',
  );
}

function isId(one: unknown): one is string {
  return typeof one === 'string' && one !== '';
}
