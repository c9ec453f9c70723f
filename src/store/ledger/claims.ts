import { MachineError } from '../../errors/endings.ts';
import type { RecordFolder } from '../../files/record-folder.ts';
import { type AccountRelation, accountRelation } from '../../rules/claim-account.ts';
import type { IntentPlace, IntentPlaces } from './intent-places.ts';
import { intentBytes, type Parse, parseIntent, parseSettledKey } from './parse.ts';
import { inspectRecord } from './read.ts';
import type { Intent, JobRecord } from './record.ts';
import { keyFileName } from './record-file-name.ts';

/** Either the intent is ours, or another stands under its key, with its job where that is known. */
export type IntentClaim = { claimed: true } | StandingClaim;

export interface StandingClaim {
  claimed: false;
  intent: Intent;
  record: JobRecord | undefined;
  /** Never `other`: that account's claim is no claim of ours. */
  relation: Exclude<AccountRelation, 'other'>;
}

export interface ClaimPlaces {
  places: IntentPlaces;
  findJob: (id: string) => JobRecord | undefined;
}

const randomUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** What tells where a key came from. */
export type KeyOrigin = Pick<Intent, 'once' | 'idempotency_key' | 'attempt' | 'key_by_hand'>;

/** Whether a key can come again: a name of `--once` and a key made up by hand can, a random one can't. */
export function canComeAgain({ once, idempotency_key, key_by_hand }: KeyOrigin): boolean {
  // What was set by hand is noted since 0.2; before, only its looks told.
  return once !== null || key_by_hand === true || !randomUuid.test(idempotency_key);
}

/** Whether nobody else can ever have sent under a key: it is random, or derived from a random one for a later attempt. */
export function isOneSubmits(intent: KeyOrigin): boolean {
  return !canComeAgain(intent) || (intent.once === null && intent.key_by_hand !== true && intent.attempt > 1);
}

/** Looks at a name that is taken whenever it is claimed, and free whenever it is read: a broken link, not a process. */
const looksMost = 1000;

/**
 * Claims the key of an intent for its account: of any number of processes one gets it, and none once it led to a job of that
 * account. What another account has under the same key is left alone, and the claim made beside it.
 */
export function claimKey(wanted: Intent, at: ClaimPlaces): IntentClaim {
  for (let look = 1; look <= looksMost; look += 1) {
    const standing = findClaim(wanted, at);
    if (standing !== undefined) return standing;
    const place = freePlace(wanted, at.places);
    // Another process of this account was quicker: its claim shows at the next look.
    if (place === undefined || claimOpen(wanted, place.open) === 'exists') continue;
    if (!canComeAgain(wanted) || isOnlyClaim(wanted, place, at)) return { claimed: true };
    place.open.remove(keyFileName(wanted.idempotency_key));
  }
  throw neverFree(wanted, at.places.first.open.path);
}

/**
 * Whether a claim that was just made is all that its account has under the key. A job is noted under its key before its intent
 * is removed, so whoever settled since the first look shows now. So does a process of this account that claimed in the other
 * folder, because another account came or went between its look and ours.
 */
function isOnlyClaim(wanted: Intent, place: IntentPlace, { places, findJob }: ClaimPlaces): boolean {
  if (readStanding(place.keys, keyFileName(wanted.idempotency_key), parseSettledKey) !== undefined)
    return false;
  return places
    .all()
    .filter(({ open }) => open.path !== place.open.path)
    .every((other) => claimsIn(other, wanted, findJob).length === 0);
}

/** Whose a claim most surely is comes first. */
const byCertainty = ['same', 'rotated', 'untold'] as const;

/** What stands under the key of an intent for its account: rather what surely is its own than what may be. */
export function findClaim(wanted: Intent, { places, findJob }: ClaimPlaces): StandingClaim | undefined {
  const standing = places.all().flatMap((place) => claimsIn(place, wanted, findJob));
  return byCertainty.map((one) => standing.find(({ relation }) => relation === one)).find(Boolean);
}

function claimsIn(place: IntentPlace, wanted: Intent, findJob: ClaimPlaces['findJob']): StandingClaim[] {
  const standing = standingIn(place, wanted);
  if (standing === undefined || standing.relation === 'other') return [];
  const { intent, job, relation } = standing;
  // Its record may be pruned or torn; that it was submitted is known all the same.
  const record = job === undefined ? undefined : (findJob(job.id) ?? { ...job, intent });
  return [{ claimed: false, intent, record, relation }];
}

/** What has the name of a key in one place, settled or open, and whose it is. */
function standingIn({ keys, open }: IntentPlace, wanted: Intent) {
  const name = keyFileName(wanted.idempotency_key);
  // The open one first: whoever settles it meanwhile has noted the job before that goes.
  const unsettled = readStanding(open, name, parseIntent);
  const settled = canComeAgain(wanted) ? readStanding(keys, name, parseSettledKey) : undefined;
  const intent = settled?.intent ?? unsettled;
  if (intent === undefined) return undefined;
  const relation = accountRelation(intent, wanted, { settled: settled !== undefined });
  return { intent, job: settled?.job, relation };
}

/**
 * The ledger's own folders, unless another account has the key there: then those of this account. Undefined where this account
 * has it there itself.
 */
function freePlace(wanted: Intent, { first, ofAccount }: IntentPlaces): IntentPlace | undefined {
  const standing = standingIn(first, wanted);
  if (standing === undefined) return first;
  if (standing.relation !== 'other') return undefined;
  if (wanted.account === undefined) throw new Error('A claim without an account met one of another account');
  return ofAccount(wanted);
}

function claimOpen(wanted: Intent, open: RecordFolder): 'claimed' | 'exists' {
  const name = keyFileName(wanted.idempotency_key);
  const bytes = intentBytes(wanted);
  if (open.claim(name, bytes) === 'claimed') return 'claimed';
  // Left empty by a claimant without hard links, who then has sent nothing.
  if (open.read(name)?.length !== 0) return 'exists';
  open.write(name, bytes);
  return 'claimed';
}

function neverFree({ idempotency_key }: Intent, folder: string): MachineError {
  return new MachineError({
    code: 'claim_blocked',
    message: `the name of this submit can be neither claimed nor read: ${keyFileName(idempotency_key)} in ${folder}`,
    why: `${looksMost} looks found it taken and empty in turn; nothing was sent`,
    hint: `look at that file, and move it away; then run it again`,
    idempotencyKey: idempotency_key,
  });
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
