import { ownValue } from '../../text/json-object.ts';
import { listOf, type SchemaNode } from '../document.ts';
import { canonicalJson } from '../json/canonical-json.ts';
import { isCountWithin, numberOf } from '../limits.ts';
import { problemHere, type SchemaProblem } from '../problem.ts';
import { countText } from '../words.ts';
import { type Judging, judgeInside } from './judging.ts';

/** The problems of a list with its schema: its length, doubles, `contains`, and each element. */
export function itemProblems(value: unknown, node: SchemaNode, judging: Judging): SchemaProblem[] {
  if (!Array.isArray(value)) return [];
  const [least, most] = [numberOf(node, 'minItems'), numberOf(node, 'maxItems')];
  const isCounted = isCountWithin(value.length, least, most);
  const isTwice = ownValue(node, 'uniqueItems') === true && new Set(value.map(canonicalJson)).size < value.length;
  const items = ownValue(node, 'items');
  const first = Array.isArray(items) ? (items as unknown[]) : listOf(node, 'prefixItems');
  const rest = Array.isArray(items) ? ownValue(node, 'additionalItems') : items;
  return [
    ...(isCounted ? [] : [problemHere(value, `${countText(least, most, 'item')}, not ${value.length}`)]),
    ...(isTwice ? [problemHere(value, eachOnce)] : []),
    ...containedProblems(value, node, judging),
    ...value.flatMap((one, index) =>
      judgeInside(one, index < first.length ? first[index] : rest, index, judging),
    ),
  ];
}

/** The words for a list whose elements must differ. */
export const eachOnce = 'each value once';

function containedProblems(list: readonly unknown[], node: SchemaNode, judging: Judging): SchemaProblem[] {
  const contained = ownValue(node, 'contains');
  if (contained === undefined) return [];
  const before = judging.unsure;
  const count = list.filter((one) => judging.judge(one, contained, judging).length === 0).length;
  if (judging.unsure > before) return [];
  const [least, most] = [numberOf(node, 'minContains') ?? 1, numberOf(node, 'maxContains')];
  if (isCountWithin(count, least, most)) return [];
  return [problemHere(list, `${countText(least, most, 'item')} of a certain kind, and it has ${count}`)];
}
