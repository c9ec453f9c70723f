import { longName } from '../../cli/flag.ts';
import { nameOnLine, sentencesOf } from '../../request/mends/finding-words.ts';
import {
  flagOfPlace,
  innerOf,
  placeOf,
  type RequestView,
  requestView,
} from '../../request/mends/request-view.ts';
import { meantValue } from '../../request/rules/meant-value.ts';
import { type JsonPlace, jsonPath, valueAt } from '../../schema/json/json-place.ts';
import type { CheckedRequest, Mention, ShownFinding } from '../../service/checks/preflight-error.ts';
import { flagOfRole } from '../../service/flag-names.ts';
import { lineFlags } from '../columns/line-commands.ts';
import { columnOfFlag } from '../rules/column-names.ts';

/** A finding about a line in the words of its manifest: a flag is a column there. `fix` says which `cell` mends it. */
export function findingInColumns(
  finding: ShownFinding,
  request: CheckedRequest,
): { message: string; fix: string; cell: readonly [column: string, value: unknown] | undefined } {
  const view = lineView(request);
  const place = placeOf(finding.where);
  const column = columnOf(place, view);
  const to = meantValue(valueAt(request.body, place), finding);
  const { fix, isNamed, message } = sentencesOf(finding, (one) => nameInColumns(one, view), column);
  const cell = column === undefined || to === undefined ? undefined : ([column, to] as const);
  return {
    message: column === undefined || isNamed ? message : `${column}: ${message}`,
    fix: cell === undefined ? fix : `${column} ${String(to)}`,
    cell,
  };
}

const flagNames: ReadonlySet<string> = new Set(
  Object.values(lineFlags).map(({ syntax }) => longName(syntax)),
);

/** A line of a manifest, which has every word of a request as a column. */
function lineView(request: CheckedRequest): RequestView {
  return requestView(request, { line: [], path: ['batch'], flags: flagNames });
}

/** The name that a manifest has for something that a finding mentions. */
function nameInColumns(mention: Mention, view: RequestView): string {
  const { is, of } = mention;
  const column = is === 'field' || is === 'switch' ? columnOf(placeOf(of), view) : undefined;
  if (column !== undefined) return is === 'field' ? column : `${column}: `;
  const [flag = '', ...behind] = nameOnLine(mention, view).split(' ');
  return [flagNames.has(flag) ? columnOfFlag(flag) : flag, ...behind].join(' ');
}

/** The column that says a place of the body; undefined where that is a flag of the line, or has none. */
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
