import { jobIdPrefix } from '../../service/wire-values.ts';
import type { LedgerMonths } from './months.ts';
import { aliasOf } from './names-log.ts';

/** The job that a word means: one id, or several that begin with it: the ten newest, and whether there are more. */
export type IdResolution = { id: string } | { ambiguous: string[]; areMore: boolean };

const shownIds = 10;
/** The beginning of an id as the name of a file has it, without its prefix. */
const inFileName = /^[0-9a-f]{5,}$/i;
const fromNewest = /^@(?:last|([1-9]\d{0,8}))$/;

/**
 * Finds the job that a word means: a whole id, `@last`, `@2` (the one before), or the beginning of an id, also as files are called by it. Where v1 shows a
 * `job_id` beside the id of the record, that counts, too. Undefined where there is none. It reads ids, and the records of second ids that fit.
 */
export function resolveJobId(text: string, months: LedgerMonths): IdResolution | undefined {
  if (text === '') return undefined;
  if (months.monthOf(text) !== undefined) return { id: text };
  const match = fromNewest.exec(text);
  if (match !== null) {
    const place = Number(match[1] ?? 1);
    const id = distinct(months.entries({}), months, place)[place - 1];
    return id === undefined ? undefined : { id };
  }
  if (text.startsWith('@')) return undefined;
  const aliased = idOfAlias(text, months);
  if (aliased !== undefined) return { id: aliased };
  const ids = distinct(beginning(text, months), months, shownIds + 1);
  const [id] = ids;
  if (id === undefined)
    return inFileName.test(text) ? resolveJobId(`${jobIdPrefix}${text}`, months) : undefined;
  return ids.length === 1 ? { id } : { ambiguous: ids.slice(0, shownIds), areMore: ids.length > shownIds };
}

/** The id of the job whose second id this is. */
export function idOfAlias(alias: string, months: LedgerMonths): string | undefined {
  for (const named of months.aliases(alias))
    if (named.alias === alias && hasAlias(named, months)) return named.id;
  return undefined;
}

/** Tells whether a job has a second id, as a line of a log says. The record has the last word. */
function hasAlias({ alias, id, month }: Entry & { alias: string }, months: LedgerMonths): boolean {
  const record = months.readById(month, id);
  return record !== undefined && aliasOf(record) === alias;
}

function* beginning(idPrefix: string, months: LedgerMonths): Generator<Entry> {
  yield* months.entries({ idPrefix });
  for (const named of months.aliases(idPrefix)) if (hasAlias(named, months)) yield named;
}

interface Entry {
  id: string;
  month: string;
}

function distinct(entries: Iterable<Entry>, months: LedgerMonths, most: number): string[] {
  const ids = new Set<string>();
  for (const { id, month } of entries) {
    if (ids.has(id) || !months.has(month, id)) continue;
    ids.add(id);
    if (ids.size === most) break;
  }
  return [...ids];
}

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
  for (const id of months.ids(text)) yield { id, name: id };
  for (const { alias, id } of months.aliases(text)) yield { id, name: alias };
}

/** How many characters two texts have alike from their beginning. */
function alikeLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
