import type { LedgerMonths } from './ledger-months.ts';

/** What a word for a job came to: one id, or several that begin with it, newest first and at most ten. */
export type IdResolution = { id: string } | { ambiguous: string[] };

const shownIds = 10;
const fromNewest = /^@(?:last|([1-9]\d{0,8}))$/;

/**
 * The job that a word means: a whole id, `@last`, `@2` (the one before), or the beginning of an id. Undefined where there is
 * none. Only ids are read, never records.
 */
export function resolveJobId(text: string, months: LedgerMonths): IdResolution | undefined {
  if (text === '') return undefined;
  if (months.monthOf(text) !== undefined) return { id: text };
  const match = fromNewest.exec(text);
  if (match !== null) {
    const place = Number(match[1] ?? 1);
    const id = newestIds(months, '', place)[place - 1];
    return id === undefined ? undefined : { id };
  }
  const ids = newestIds(months, text, shownIds);
  const [id] = ids;
  if (id === undefined) return undefined;
  return ids.length === 1 ? { id } : { ambiguous: ids };
}

function newestIds(months: LedgerMonths, idPrefix: string, most: number): string[] {
  const ids = new Set<string>();
  for (const { id, month } of months.entries({ idPrefix })) {
    if (ids.has(id) || !months.has(month, id)) continue;
    ids.add(id);
    if (ids.size === most) break;
  }
  return [...ids];
}
