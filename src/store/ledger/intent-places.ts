import { join } from 'node:path';
import { createRecordFolder, type RecordFolder } from '../../files/record-folder.ts';
import type { Parse } from './parse.ts';
import { parseIntent, parseSettledKey } from './parse.ts';
import { readRecord, type Warn } from './read.ts';
import type { Intent, JobRecord } from './record.ts';
import { keyFileName } from './record-file-name.ts';

/** The claims of one account, or of the first that came to each of their keys. */
export interface IntentPlace {
  /** Intents that are not settled: whose file is there has the claim. */
  open: RecordFolder;
  /** The jobs of keys that may come again, for good. */
  keys: RecordFolder;
}

/** A claim as it is told from another account's claim of the same key. */
export type ClaimName = Pick<Intent, 'idempotency_key' | 'profile' | 'base_url' | 'account'>;

/**
 * Where claims are. A key is one file's name, and the first account to claim it has that name in the ledger itself, where 0.1
 * looks; any other account has it in a folder of its own.
 */
export interface IntentPlaces {
  /** The ledger's own folders. */
  first: IntentPlace;
  /** The folders of the account of this claim. */
  ofAccount(claim: ClaimName): IntentPlace;
  /** All that there are, the ledger's own first. */
  all(): IntentPlace[];
  /** Where this very claim is open; undefined where it is not. */
  whereOpen(claim: ClaimName): IntentPlace | undefined;
  /** Where this very claim is settled; undefined where it is not. */
  whereSettled(claim: ClaimName): IntentPlace | undefined;
}

/** A fingerprint of this version or a later one: what else lies beside their folders is not ours. */
const fingerprint = /^f\d+-[0-9a-f]{8}-[0-9a-f]+$/;

export function intentPlaces(ledger: string, warn: Warn): IntentPlaces {
  const accounts = createRecordFolder(join(ledger, 'accounts'));
  const first = placeIn(ledger);

  function ofAccount({ account }: ClaimName): IntentPlace {
    // Its digest; the whole fingerprint stands in the claims.
    return account === undefined ? first : placeIn(join(accounts.path, account));
  }
  function where<Value>(
    claim: ClaimName,
    { folderOf, parse, claimOf }: Look<Value>,
  ): IntentPlace | undefined {
    const places = claim.account === undefined ? [first] : [first, ofAccount(claim)];
    return places.find((place) => {
      const found = readRecord(folderOf(place), keyFileName(claim.idempotency_key), parse, warn);
      return found !== undefined && isSameClaim(claimOf(found), claim);
    });
  }

  return {
    first,
    ofAccount,
    all: () => [
      first,
      ...accounts
        .names()
        .filter((name) => fingerprint.test(name))
        .map((name) => placeIn(join(accounts.path, name))),
    ],
    whereOpen: (claim) =>
      where(claim, { folderOf: ({ open }) => open, parse: parseIntent, claimOf: (intent) => intent }),
    whereSettled: (claim) =>
      where(claim, { folderOf: ({ keys }) => keys, parse: parseSettledKey, claimOf: ({ intent }) => intent }),
  };
}

interface Look<Value> {
  folderOf(place: IntentPlace): RecordFolder;
  parse: Parse<Value>;
  claimOf(value: Value): ClaimName;
}

function placeIn(folder: string): IntentPlace {
  return { open: createRecordFolder(join(folder, 'open')), keys: createRecordFolder(join(folder, 'keys')) };
}

/** Whether two claims are one: the same key of the same account. */
function isSameClaim(one: ClaimName, other: ClaimName): boolean {
  return (
    one.idempotency_key === other.idempotency_key &&
    one.account === other.account &&
    one.profile === other.profile &&
    one.base_url === other.base_url
  );
}

/** Whether a job was made by an intent, which may have been written down again since with more sends. */
export function isMadeBy({ intent: made }: Pick<JobRecord, 'intent'>, intent: Intent): boolean {
  return made !== null && isSameClaim(made, intent) && made.body === intent.body;
}
