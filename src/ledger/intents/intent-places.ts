import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createRecordFolder, type RecordFolder } from '../../files/record-folder.ts';
import type { Warn } from '../../files/set-aside.ts';
import { createHashSet, idHash } from '../../text/id-hash.ts';
import type { Intent, JobRecord } from '../record.ts';
import { parseIntent, parseSettledKey } from '../records/parse.ts';
import { keyFileName, readRecord } from '../records/read.ts';

/** A pair of folders that hold claims: those of one account, or the first claim of each key. */
export interface IntentPlace {
  /** Unsettled intents. The file of an intent is the claim to its key. */
  open: RecordFolder;
  /** The jobs of keys that may be used again; they are kept for good. */
  keys: RecordFolder;
}

/** The fields that tell a claim from another account's claim of the same key. */
export type ClaimName = Pick<Intent, 'idempotency_key' | 'profile' | 'base_url' | 'account'>;

export type IntentPlaces = ReturnType<typeof intentPlaces>;

/** A fingerprint of this version or a later one. Any other name in the folder is ignored. */
const fingerprint = /^f\d+-[0-9a-f]{8}-[0-9a-f]+$/;

/**
 * The folders of all claims. The file of a claim is named after its key. The first account to claim a key has its file in the
 * ledger's own folders; any other account has it in folders of its own.
 */
export function intentPlaces(ledger: string, warn: Warn) {
  const accounts = createRecordFolder(join(ledger, 'accounts'));
  /** The ledger's own folders. */
  const first = placeIn(ledger);

  /** The folders of the account of this claim. */
  function ofAccount({ account }: ClaimName): IntentPlace {
    return account === undefined ? first : placeIn(join(accounts.path, account));
  }
  function placesOf(claim: ClaimName): IntentPlace[] {
    return claim.account === undefined ? [first] : [first, ofAccount(claim)];
  }

  function others(): IntentPlace[] {
    // Few ledgers have the folder, and an error that it can't be opened would take far longer to make.
    if (!existsSync(accounts.path)) return [];
    const names = accounts.names().filter((name) => fingerprint.test(name));
    return names.map((name) => placeIn(join(accounts.path, name)));
  }

  return {
    first,
    ofAccount,
    /** All places, the ledger's own first. */
    all: (): IntentPlace[] => [first, ...others()],
    /** The place where this very claim is open; undefined where it is not. */
    whereOpen: (claim: ClaimName) =>
      placesOf(claim).find(({ open }) =>
        isSameClaim(readRecord(open, keyFileName(claim.idempotency_key), parseIntent, warn), claim),
      ),
    /** The place where this very claim is settled; undefined where it is not. */
    whereSettled: (claim: ClaimName) =>
      placesOf(claim).find(({ keys }) =>
        isSameClaim(
          readRecord(keys, keyFileName(claim.idempotency_key), parseSettledKey, warn)?.intent,
          claim,
        ),
      ),
  };
}

function placeIn(folder: string): IntentPlace {
  return { open: createRecordFolder(join(folder, 'open')), keys: createRecordFolder(join(folder, 'keys')) };
}

/** Tells whether two claims are of one key of one account. */
function isSameClaim(one: ClaimName | undefined, other: ClaimName): boolean {
  return (
    one?.idempotency_key === other.idempotency_key &&
    one.account === other.account &&
    one.profile === other.profile &&
    one.base_url === other.base_url
  );
}

/** Tells whether an intent made a job. The ledger's copy may count more sends by now. */
export function isMadeBy({ intent: made }: Pick<JobRecord, 'intent'>, intent: Intent): boolean {
  return made !== null && isSameClaim(made, intent) && made.body === intent.body;
}

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
    for (const name of [...keys.names(), ...open.names(), ...keys.asideNames(), ...open.asideNames()])
      names.add(idHash(name));
  return { size: names.size, has: (key) => names.has(idHash(keyFileName(key))) };
}
