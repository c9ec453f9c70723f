import { jobIdPrefix } from '../../service/wire-values.ts';
import type { LedgerMonths } from './months.ts';

/** The job that a word means: one id, or several that begin with it: the ten newest, and how many there are. */
export type IdResolution = { id: string } | { ambiguous: string[]; count: number };

const shownIds = 10;
/** The beginning of an id as the name of a file has it, without its prefix. */
const inFileName = /^[0-9a-f]{5,}$/i;
const fromNewest = /^@(?:last|([1-9]\d{0,8}))$/;

/**
 * Finds the job that a word means: a whole id, `@last`, `@2` (the one before), or the beginning of an id, also as files are called by it. Where v1 shows a
 * `job_id` beside the id of the record, that counts, too. Undefined where there is none. It reads only ids, no records.
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
  const ids = distinct(beginning(text, months), months, Number.POSITIVE_INFINITY);
  const [id] = ids;
  if (id === undefined)
    return inFileName.test(text) ? resolveJobId(`${jobIdPrefix}${text}`, months) : undefined;
  return ids.length === 1 ? { id } : { ambiguous: ids.slice(0, shownIds), count: ids.length };
}

/** The id of the job whose second id this is. */
export function idOfAlias(alias: string, months: LedgerMonths): string | undefined {
  for (const entry of months.aliases(alias)) if (entry.alias === alias) return entry.id;
  return undefined;
}

function* beginning(idPrefix: string, months: LedgerMonths): Generator<Entry> {
  yield* months.entries({ idPrefix });
  yield* months.aliases(idPrefix);
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
