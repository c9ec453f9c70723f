import { MachineError } from '../errors/machine-error.ts';
import type { RecordFolder } from '../files/record-folder.ts';
import { type Parse, parseIntent, parseKeyClaim, recordBytes } from './ledger-parse.ts';
import { inspectRecord } from './ledger-read.ts';
import { type Intent, type JobRecord, ledgerSchemaVersion } from './ledger-record.ts';
import { keyFileName } from './record-file-name.ts';

/** Either the intent is ours, or another stands under its key, with its job where that is known. */
export type IntentClaim =
  | { claimed: true }
  | { claimed: false; intent: Intent; record: JobRecord | undefined };

export interface ClaimPlaces {
  /** Intents that are not settled. */
  open: RecordFolder;
  /** Keys that may come again, for good. */
  keys: RecordFolder;
  findJob: (id: string) => JobRecord | undefined;
}

const randomUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Whether a key can come again: a name of `--once` and a key made up by hand can, a random one can't. */
export function canComeAgain(intent: Intent): boolean {
  return intent.once !== null || !randomUuid.test(intent.idempotency_key);
}

/** Claims the key of an intent: of any number of processes one gets it. */
export function claimKey(wanted: Intent, places: ClaimPlaces): IntentClaim {
  return canComeAgain(wanted) ? claimForGood(wanted, places) : claimOpen(wanted, places);
}

function claimForGood(wanted: Intent, places: ClaimPlaces): IntentClaim {
  const { keys, findJob } = places;
  const name = keyFileName(wanted.idempotency_key);
  const bytes = recordBytes({ schema: ledgerSchemaVersion, intent: wanted, settled: null });
  if (keys.claim(name, bytes) === 'claimed') return claimOpen(wanted, places);
  const standing = readStanding(keys, name, parseKeyClaim);
  if (standing === undefined) {
    keys.write(name, bytes);
    return claimOpen(wanted, places);
  }
  const { intent, settled } = standing;
  if (settled !== null) {
    // Its record may be pruned or torn; that it was submitted is known all the same.
    return { claimed: false, intent, record: findJob(settled.id) ?? { ...settled, intent } };
  }
  // Open already, unless its claimant died between the two claims: then it is opened for it.
  const outcome = claimOpen(intent, places);
  return { claimed: false, intent: outcome.claimed ? intent : outcome.intent, record: undefined };
}

function claimOpen(wanted: Intent, { open }: ClaimPlaces): IntentClaim {
  const name = keyFileName(wanted.idempotency_key);
  const bytes = recordBytes(wanted);
  if (open.claim(name, bytes) === 'claimed') return { claimed: true };
  const standing = readStanding(open, name, parseIntent);
  if (standing !== undefined) return { claimed: false, intent: standing, record: undefined };
  open.write(name, bytes);
  return { claimed: true };
}

/**
 * The record that won a claim; undefined where it is empty or gone, and so nothing was sent under it. A torn one may have
 * been sent: nothing more is sent in this run.
 */
function readStanding<Value>(folder: RecordFolder, name: string, parse: Parse<Value>): Value | undefined {
  const found = inspectRecord(folder, name, parse);
  if (found.kind === 'whole') return found.value;
  if (found.kind === 'absent') return undefined;
  throw new MachineError({
    code: 'intent_torn',
    message: `an intent under this key can't be read: ${found.message}`,
    why: 'it may have been sent, and then its job exists; nothing was sent now',
    hint: 'look for its job with genctl jobs; run it again to submit it all the same',
    retryable: false,
  });
}
