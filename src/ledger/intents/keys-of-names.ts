import type { Warn } from '../../files/set-aside.ts';
import type { Intent } from '../record.ts';
import { parseIntent, parseSettledKey } from '../records/parse.ts';
import { readRecord, recordNames } from '../records/read.ts';
import type { IntentPlaces } from './intent-places.ts';

/** Finds the keys of a name. */
export type KeysOfNames = (once: string) => readonly string[];

/**
 * Reads all claims once, and keeps the keys of each name of `--once` whose request may have a link with a query. One name has several
 * where it was revised. Takes seconds for 100,000 claims.
 */
export function readKeysOfNames({ all }: Pick<IntentPlaces, 'all'>, warn: Warn): KeysOfNames {
  const keys = new Map<string, Set<string>>();
  const keep = (intent: Intent | undefined): void => {
    if (intent?.once == null || intent.attempt !== 1 || !intent.body.includes('?')) return;
    const ofName = keys.get(intent.once) ?? new Set();
    keys.set(intent.once, ofName.add(intent.idempotency_key));
  };
  for (const place of all()) {
    for (const name of recordNames(place.open)) keep(readRecord(place.open, name, parseIntent, warn));
    for (const name of recordNames(place.keys))
      keep(readRecord(place.keys, name, parseSettledKey, warn)?.intent);
  }
  return (once) => [...(keys.get(once) ?? [])];
}
