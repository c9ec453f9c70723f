import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createRecordFolder, type RecordFolder } from '../../files/record-folder.ts';
import type { Warn } from '../../files/set-aside.ts';
import { createHashSet, type HashSet, idHash } from '../../text/id-hash.ts';
import { oncePerKey } from '../../text/once.ts';
import type { Intent, JobRecord } from '../record.ts';
import type { Parse } from '../records/parse.ts';
import { keyFileName, readRecord } from '../records/read.ts';
import { intentNamed, type MisnamedFiles, readMisnamed, settledKeyNamed } from './named-claims.ts';

/** A pair of folders that hold claims: those of one account, or the first claim of each key. */
export interface IntentPlace {
  /** Unsettled intents. The file of an intent is the claim to its key. */
  open: RecordFolder;
  /** The jobs of keys that may be used again; they are kept for good. */
  keys: RecordFolder;
  /** The files of `open` that hold the key of another name, as they were at the first look. */
  misnamed(): MisnamedFiles;
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
  const opened = new Map<string, IntentPlace>();
  const placeIn = (folder: string): IntentPlace => oncePerKey(opened, folder, () => openPlace(folder));
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
        isSameClaim(readClaim(open, claim, { parse: intentNamed, warn }), claim),
      ),
    /** The place where this very claim is settled; undefined where it is not. */
    whereSettled: (claim: ClaimName) =>
      placesOf(claim).find(({ keys }) =>
        isSameClaim(readClaim(keys, claim, { parse: settledKeyNamed, warn })?.intent, claim),
      ),
  };
}

function openPlace(folder: string): IntentPlace {
  const open = createRecordFolder(join(folder, 'open'));
  let misnamed: MisnamedFiles | undefined;
  return {
    open,
    keys: createRecordFolder(join(folder, 'keys')),
    misnamed: () => {
      misnamed ??= readMisnamed(open);
      return misnamed;
    },
  };
}

function readClaim<Value>(
  folder: RecordFolder,
  { idempotency_key: key }: ClaimName,
  { parse, warn }: { parse: (name: string) => Parse<Value>; warn: Warn },
): Value | undefined {
  const name = keyFileName(key);
  return readRecord(folder, name, parse(name), warn);
}

/** Tells whether two claims are of one key of one account. */
export function isSameClaim(one: ClaimName | undefined, other: ClaimName): boolean {
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
  /** How many keys were claimed, at least. Claims of one key in several places count as one. */
  readonly size: number;
  /** Tells whether there was a claim of a key. One key in many millions is taken for claimed that is not. */
  has(key: string): boolean;
}

/** Reads the names of all claims, of any account, and keeps some 20 bytes of each. `recorded` are the hashes of keys of recorded jobs. */
export function claimedKeys(
  places: Pick<IntentPlaces, 'all'>,
  recorded: Pick<HashSet, 'has' | 'size'>,
): ClaimedKeys {
  const names = createHashSet();
  for (const { keys, misnamed, open } of places.all()) {
    for (const name of misnamed().keys()) names.add(idHash(name));
    for (const name of [...keys.names(), ...open.names(), ...keys.asideNames(), ...open.asideNames()])
      names.add(idHash(name));
  }
  return {
    size: Math.max(names.size, recorded.size),
    has: (key) => names.has(idHash(keyFileName(key))) || recorded.has(idHash(key)),
  };
}
