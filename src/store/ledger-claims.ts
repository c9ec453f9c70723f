import { MachineError } from '../errors/machine-error.ts';
import type { RecordFolder } from '../files/record-folder.ts';
import { type Parse, parseIntent, parseSettledKey, recordBytes } from './ledger-parse.ts';
import { inspectRecord } from './ledger-read.ts';
import type { Intent, JobRecord } from './ledger-record.ts';
import { keyFileName } from './record-file-name.ts';

/** Either the intent is ours, or another stands under its key, with its job where that is known. */
export type IntentClaim =
  | { claimed: true }
  | { claimed: false; intent: Intent; record: JobRecord | undefined };

export interface ClaimPlaces {
  /** Intents that are not settled: whose file is there has the claim. */
  open: RecordFolder;
  /** The jobs of keys that may come again, for good. */
  keys: RecordFolder;
  findJob: (id: string) => JobRecord | undefined;
}

const randomUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Whether a key can come again: a name of `--once` and a key made up by hand can, a random one can't. */
export function canComeAgain(intent: Intent): boolean {
  return intent.once !== null || !randomUuid.test(intent.idempotency_key);
}

/** Claims the key of an intent: of any number of processes one gets it, and none once it led to a job. */
export function claimKey(wanted: Intent, places: ClaimPlaces): IntentClaim {
  if (!canComeAgain(wanted)) return claimOpen(wanted, places.open);
  const settled = settledClaim(wanted, places);
  if (settled !== undefined) return settled;
  const outcome = claimOpen(wanted, places.open);
  if (!outcome.claimed) return outcome;
  // A job is noted under its key before its intent is removed: whoever settled since the first look shows now.
  const settledMeanwhile = settledClaim(wanted, places);
  if (settledMeanwhile === undefined) return outcome;
  places.open.remove(keyFileName(wanted.idempotency_key));
  return settledMeanwhile;
}

function settledClaim(wanted: Intent, { keys, findJob }: ClaimPlaces): IntentClaim | undefined {
  const settled = readStanding(keys, keyFileName(wanted.idempotency_key), parseSettledKey);
  if (settled === undefined) return undefined;
  const { intent, job } = settled;
  // Its record may be pruned or torn; that it was submitted is known all the same.
  return { claimed: false, intent, record: findJob(job.id) ?? { ...job, intent } };
}

function claimOpen(wanted: Intent, open: RecordFolder): IntentClaim {
  const name = keyFileName(wanted.idempotency_key);
  const bytes = recordBytes(wanted);
  while (open.claim(name, bytes) === 'exists') {
    const standing = readStanding(open, name, parseIntent);
    if (standing !== undefined) return { claimed: false, intent: standing, record: undefined };
    // Settled since, and free again; or left empty by a claimant without hard links, who then has sent nothing.
    if (open.read(name)?.length !== 0) continue;
    open.write(name, bytes);
    break;
  }
  return { claimed: true };
}

/**
 * What stands under a name; undefined where that is nothing or empty. A torn record may have been sent: it is set aside, and
 * nothing more is sent in this run.
 */
function readStanding<Value>(folder: RecordFolder, name: string, parse: Parse<Value>): Value | undefined {
  const found = inspectRecord(folder, name, parse);
  if (found.kind === 'whole') return found.value;
  if (found.kind === 'absent') return undefined;
  throw new MachineError({
    code: 'intent_torn',
    message: `what this key was used for can't be read: ${found.message}`,
    why: 'it may have been sent, and then its job exists; nothing was sent now',
    hint: 'look for its job with genctl jobs; run it again to submit it all the same',
    retryable: false,
  });
}
