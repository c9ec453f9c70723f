import { createRecordFolder } from '../../files/record-folder.ts';
import { isoTime } from '../../text/iso-time.ts';
import type { DerivedLog, MonthIndex } from '../proof/month-proof.ts';
import { namesNoted } from './names-log.ts';
import { type OrderEntry, orderLines, parseOrderLine } from './order.ts';

interface EntryQuery {
  /** Recorded at that time or later. Unit: ms since 1970. */
  sinceMs?: number | undefined;
  /** Recorded before that time. Unit: ms since 1970. */
  beforeMs?: number | undefined;
  /** The beginning of the id. */
  idPrefix?: string | undefined;
}

/** The month of an ISO 8601 time, in UTC. */
export function monthOfTime(time: string): string {
  return new Date(time).toISOString().slice(0, 7);
}

interface SearchedMonths {
  /** `YYYY-MM`, newest first. */
  names(): string[];
  folderOf(month: string): string;
  indexOf(month: string, log?: DerivedLog): MonthIndex;
}

/** Searches the indexes of months. No record is read. */
export function searchMonths({ folderOf, indexOf, names }: SearchedMonths) {
  const linesOf = (month: string, { order }: MonthIndex, idPrefix: string) =>
    orderLines(createRecordFolder(folderOf(month)), idPrefix, order);

  /** The entries of a month, newest first, by its index. An entry may come twice, or have no record. */
  function* entriesOf(month: string, index: MonthIndex, idPrefix = ''): Generator<OrderEntry> {
    for (const line of linesOf(month, index, idPrefix)) {
      const entry = parseOrderLine(line);
      if (entry?.id.startsWith(idPrefix)) yield entry;
    }
  }
  return {
    entriesOf,
    /** Jobs whose second id begins with a prefix, newest first. One may come twice, or have no record. */
    *aliases(prefix: string): Generator<{ alias: string; id: string; month: string }> {
      for (const month of names()) {
        const { names: index } = indexOf(month, 'names');
        for (const { id = '', name: alias } of namesNoted(folderOf(month), { kind: 'alias', prefix }, index))
          yield { alias, id, month };
      }
    },
    /** The entries that match the query, newest first. An entry may come twice, or have no record. */
    *entries({
      sinceMs = Number.NEGATIVE_INFINITY,
      beforeMs = Number.POSITIVE_INFINITY,
      idPrefix = '',
    }: EntryQuery): Generator<OrderEntry & { month: string }> {
      const firstMonth = Number.isFinite(sinceMs) ? monthOfTime(isoTime(sinceMs)) : '';
      for (const month of names()) {
        if (month < firstMonth) return;
        for (const entry of entriesOf(month, indexOf(month), idPrefix))
          if (entry.recordedAtMs >= sinceMs && entry.recordedAtMs < beforeMs) yield { ...entry, month };
      }
    },
    /** All ids that begin with a prefix, and others, ten times as quick as their entries. The form that JSON gives an odd one is kept. */
    *ids(prefix: string): Generator<string> {
      for (const month of names())
        for (const line of linesOf(month, indexOf(month), prefix))
          yield line.slice(line.indexOf('"') + 1, line.lastIndexOf('"'));
    },
  };
}
