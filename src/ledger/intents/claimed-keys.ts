import { createHashSet } from '../../text/hash-set.ts';
import { idHash } from '../../text/id-hash.ts';
import { keyFileName } from '../records/read.ts';
import type { IntentPlaces } from './intent-places.ts';

/** The keys that were claimed when they were looked at. */
export interface ClaimedKeys {
  /** How many keys were claimed. Claims of one key in several places count as one. */
  readonly size: number;
  /** Tells whether there was a claim of a key. One key in many millions is taken for claimed that is not. */
  has(key: string): boolean;
}

/** Reads the names of all claims, of any account, and keeps some 20 bytes of each. */
export function claimedKeys(places: Pick<IntentPlaces, 'all'>): ClaimedKeys {
  const names = createHashSet();
  for (const { keys, open } of places.all())
    for (const name of [...keys.names(), ...open.names()]) names.add(idHash(name));
  return { size: names.size, has: (key) => names.has(idHash(keyFileName(key))) };
}
