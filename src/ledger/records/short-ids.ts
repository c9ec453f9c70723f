import { existsSync } from 'node:fs';
import { jobIdPrefix } from '../../service/wire-values.ts';
import { linesFromEnd } from './lines-from-end.ts';
import type { LedgerMonths } from './months.ts';
import { orderPath } from './order.ts';

/** A short id has this many characters at least, not counting the prefix that every id of v2 has. */
const leastCharacters = 6;

/** Only such ids are shortened: any part of one can be typed as it is. */
const plainId = /^\w[\w-]*$/;

/**
 * The shortest beginning of each id that no other job of the ledger shares, by its id or by its second one. An id that is
 * short already, or that has no record, is left out. The order logs are read once for all ids, and no records.
 */
export function shortIdsOf(ids: Iterable<string>, months: LedgerMonths): Map<string, string> {
  const recorded = [...ids].filter((id) => plainId.test(id) && months.monthOf(id) !== undefined);
  return beginningsOf(recorded, months, leastCharacters);
}

/** As `shortIdsOf`, with another least length, of any ids: a job that is not recorded here has files as well. */
export function beginningsOf(
  ids: Iterable<string>,
  months: LedgerMonths,
  least: number,
): Map<string, string> {
  /** The ids by their shortest beginnings, and how many characters of each tell it from all others so far. */
  const wanted = new Map<string, Map<string, number>>();
  for (const id of new Set(ids)) {
    const beginning = leastBeginning(id, least);
    if (beginning === id) continue;
    const alike = wanted.get(beginning) ?? new Map<string, number>();
    wanted.set(beginning, alike.set(id, beginning.length));
  }
  if (wanted.size === 0) return new Map();
  for (const { id, name } of namesBeginning([...wanted.keys()], months)) {
    const alike = wanted.get(leastBeginning(name, least));
    if (alike === undefined) continue;
    for (const [own, length] of alike)
      if (own !== id) alike.set(own, Math.max(length, alikeLength(own, name) + 1));
  }
  const lengths = [...wanted.values()].flatMap((alike) => [...alike]);
  return new Map(lengths.map(([id, length]) => [id, id.slice(0, length)]));
}

function leastBeginning(id: string, least: number): string {
  return id.slice(0, (id.startsWith(jobIdPrefix) ? jobIdPrefix.length : 0) + least);
}

/** The names of jobs that may begin with one of some texts: their ids, and the second ids that v1 shows. */
function* namesBeginning(
  beginnings: readonly string[],
  months: LedgerMonths,
): Generator<{ id: string; name: string }> {
  const [only = '', ...others] = beginnings;
  const text = others.length === 0 ? only : '';
  const logs = months.names().map((month) => orderPath(months.folderOf(month)));
  if (text === '' && logs.every((log) => existsSync(log))) yield* namesOfLogs(logs);
  else for (const { id } of months.entries({ idPrefix: text })) yield { id, name: id };
  for (const { alias, id } of months.aliases(text)) yield { id, name: alias };
}

/** All ids of order logs, ten times as quick as their entries are read. The form that JSON gives an odd one is good enough here. */
function* namesOfLogs(logs: readonly string[]): Generator<{ id: string; name: string }> {
  for (const log of logs) {
    for (const line of linesFromEnd(log, ' "')) {
      const id = line.slice(line.indexOf('"') + 1, line.lastIndexOf('"'));
      yield { id, name: id };
    }
  }
}

/** How many characters two texts have alike from their beginning. */
function alikeLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
