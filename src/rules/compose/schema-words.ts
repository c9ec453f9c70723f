import { numberRange } from '../schema-limits.ts';
import type { SchemaNode } from '../schema-node.ts';

/** The range of a number in words: `4 to 30`, `at least 1`, `over 0, at most 1`; empty where there is none. */
export function rangeText(node: SchemaNode): string {
  const { least, most, leastIncluded, mostIncluded } = numberRange(node);
  if (least !== undefined && most !== undefined && leastIncluded && mostIncluded)
    return least === most ? `${least}` : `${least} to ${most}`;
  const ends = [
    least === undefined ? undefined : `${leastIncluded ? 'at least' : 'over'} ${least}`,
    most === undefined ? undefined : `${mostIncluded ? 'at most' : 'under'} ${most}`,
  ];
  return ends.filter((end) => end !== undefined).join(', ');
}

/** A count in words: `at least 1 character`, `2 to 4 items`. */
export function countText(least: number | undefined, most: number | undefined, unit: string): string {
  if (least !== undefined && most !== undefined)
    return counted(least === most ? `${least}` : `${least} to ${most}`, most, unit);
  if (least !== undefined) return counted(`at least ${least}`, least, unit);
  return most === undefined ? '' : counted(`at most ${most}`, most, unit);
}

function counted(words: string, last: number, unit: string): string {
  return `${words} ${unit}${last === 1 ? '' : 's'}`;
}
