import { longName } from '../../cli/flag.ts';
import { inWordsOf } from '../../request/mends/finding-words.ts';
import {
  flagOfPlace,
  innerOf,
  placeOf,
  type RequestView,
  requestView,
} from '../../request/mends/request-view.ts';
import { meantValue } from '../../request/rules/meant-value.ts';
import { type JsonPlace, jsonPath, valueAt } from '../../schema/json/json-place.ts';
import type { CheckedRequest, ShownFinding } from '../../service/checks/preflight-error.ts';
import { flagOfRole } from '../../service/flag-names.ts';
import { lineFlags } from '../columns/line-commands.ts';
import { columnOfFlag } from '../rules/column-names.ts';

/** A finding about a line in the words of its manifest: a flag is a column there. `fix` says which `cell` mends it. */
export function findingInColumns(
  { allowed, fix, message, preset, range, where }: ShownFinding,
  request: CheckedRequest,
): { message: string; fix: string; cell: readonly [column: string, value: unknown] | undefined } {
  const view = lineView(request);
  const place = placeOf(where);
  const column = columnOf(place, view);
  const inColumns = (text: string): string => asColumns(inWordsOf(text, where, view, column));
  const to = meantValue(valueAt(request.body, place), { allowed, preset, range });
  const said = inColumns(message);
  return {
    message: column === undefined || said.includes(column) ? said : `${column}: ${said}`,
    fix: column === undefined || to === undefined ? inColumns(fix) : `${column} ${String(to)}`,
    cell: column === undefined || to === undefined ? undefined : [column, to],
  };
}

const flagNames: ReadonlySet<string> = new Set(
  Object.values(lineFlags).map(({ syntax }) => longName(syntax)),
);

/** A line of a manifest, which has every word of a request as a column. */
function lineView(request: CheckedRequest): RequestView {
  return requestView(request, { line: [], path: ['batch'], flags: flagNames });
}

function columnOf(place: JsonPlace, view: RequestView): string | undefined {
  const flag = flagOfPlace(place, view);
  if (flag !== undefined) return columnOfFlag(flag.replace('--no-', '--'));
  const inner = innerOf(place, view);
  const [name, index] = inner ?? [];
  if (name === 'prompt') return 'prompt';
  if (name === 'content') return typeof index === 'number' ? columnOfPart(index, view) : undefined;
  return inner?.length === 1 ? `set.${jsonPath(inner)}` : undefined;
}

function columnOfPart(index: number, { parts }: RequestView): string | undefined {
  const part = parts[index];
  if (part?.type === 'text') return 'prompt';
  const flag = Object.entries(flagOfRole).find(([role]) => role === part?.role)?.[1];
  if (flag === undefined) return undefined;
  const ofRole = parts.filter(({ role }) => role === part?.role);
  const column = columnOfFlag(flag);
  return ofRole.length > 1 && part !== undefined ? `${column}.${ofRole.indexOf(part) + 1}` : column;
}

function asColumns(text: string): string {
  return text.replaceAll(/--([a-z][a-z-]*[a-z])/g, (flag) =>
    flagNames.has(flag) ? columnOfFlag(flag) : flag,
  );
}
