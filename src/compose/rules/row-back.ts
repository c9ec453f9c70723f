import { isSameJson } from '../../schema/json/canonical-json.ts';
import { isSamePlace } from '../../schema/json/json-place.ts';
import type { Answer } from './answer.ts';
import type { Composition } from './composition.ts';
import type { Row } from './question.ts';

/** The row that leads to the question that the person came back from; undefined where none does. */
export function rowBack(
  rows: readonly Row<Answer | { give: 'send' | 'save' | 'drop' }>[],
  { backFrom }: Composition,
): number | undefined {
  if (backFrom === undefined) return undefined;
  const index = rows.findIndex(({ answer }) => {
    if (answer.give === 'go') return isSameJson(answer.to, backFrom);
    if (answer.give !== 'enter' || !('place' in backFrom)) return false;
    return isSamePlace(answer.place, backFrom.place.slice(0, answer.place.length));
  });
  return index === -1 ? undefined : index;
}
