import type { TextPlace, TextSpool } from '../../files/text-spool.ts';
import { readJson } from '../../schema/json/read-json.ts';
import type { ManifestRow } from './manifest-row.ts';

type Columns = Extract<ManifestRow, { kind: 'row' }>['columns'];

/** Writes down the columns of a line, so that they need not be held in memory until its turn comes. Throws the native error of a full disk. */
export function putColumns(spool: TextSpool, columns: Columns): TextPlace {
  return spool.put(JSON.stringify([...columns]));
}

/** Columns as they were written down. */
export function columnsAt(spool: TextSpool, place: TextPlace): Columns {
  // The cast is safe: nobody else writes what the spool has.
  return new Map(readJson(spool.read(place)) as [string, unknown][]);
}
