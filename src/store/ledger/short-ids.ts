import { jobIdPrefix } from '../../contract/wire-values.ts';
import type { LedgerMonths } from './months.ts';

/** A short id has this many characters at least, not counting the prefix that every id of v2 has. */
const leastCharacters = 6;

/** Only such ids are shortened: any part of one can be typed as it is. */
const plainId = /^\w[\w-]*$/;

/**
 * The shortest beginning of each id that no other job of the ledger shares, by its id or by its second one. An id that is
 * short already, or that has no record, is left out. The order logs are read once for all ids, and no records.
 */
export function shortIdsOf(ids: Iterable<string>, months: LedgerMonths): Map<string, string> {
  /** The ids by their shortest beginnings, and how many characters of each tell it from all others so far. */
  const wanted = new Map<string, Map<string, number>>();
  for (const id of new Set(ids)) {
    const beginning = leastBeginning(id);
    if (beginning === id || !plainId.test(id) || months.monthOf(id) === undefined) continue;
    const alike = wanted.get(beginning) ?? new Map<string, number>();
    wanted.set(beginning, alike.set(id, beginning.length));
  }
  if (wanted.size === 0) return new Map();
  for (const { id, name } of namesBeginning(sharedBeginning([...wanted.keys()]), months)) {
    const alike = wanted.get(leastBeginning(name));
    if (alike === undefined) continue;
    for (const [own, length] of alike)
      if (own !== id) alike.set(own, Math.max(length, sharedBeginning([own, name]).length + 1));
  }
  const lengths = [...wanted.values()].flatMap((alike) => [...alike]);
  return new Map(lengths.map(([id, length]) => [id, id.slice(0, length)]));
}

function leastBeginning(id: string): string {
  return id.slice(0, (id.startsWith(jobIdPrefix) ? jobIdPrefix.length : 0) + leastCharacters);
}

/** The names of jobs that begin with a text: their ids, and the second ids that v1 shows. */
function* namesBeginning(text: string, months: LedgerMonths): Generator<{ id: string; name: string }> {
  for (const { id } of months.entries({ idPrefix: text })) yield { id, name: id };
  for (const { alias, id } of months.aliases(text)) yield { id, name: alias };
}

/** The longest text that all of these begin with; empty where there are none. */
function sharedBeginning(texts: readonly string[]): string {
  const [first = '', ...others] = texts;
  let length = first.length;
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, length);
}
