import { type AccountRelation, accountRelation } from '../../account/rules/claim-account.ts';
import { MachineError } from '../../errors/endings.ts';
import type { DurableWork } from '../../files/durable-work.ts';
import type { RecordFolder } from '../../files/record-folder.ts';
import { requestRoutes } from '../../service/request-route.ts';
import type { Intent, JobRecord } from '../record.ts';
import { type Parse, recordBytes, type SettledKey } from '../records/parse.ts';
import { inspectRecord, keyFileName } from '../records/read.ts';
import { assertReadable, besideDamaged, MetDamagedClaim } from './damaged-claims.ts';
import type { IntentPlace, IntentPlaces } from './intent-places.ts';
import { intentNamed, settledKeyNamed } from './named-claims.ts';

/** Either this intent claimed its key, or an earlier intent has it, with its job where that is known. */
export type IntentClaim = { claimed: true } | StandingClaim;

export interface StandingClaim {
  claimed: false;
  intent: Intent;
  record: JobRecord | undefined;
  /** Never `other`: the claim of another account does not stand in the way. */
  relation: Exclude<AccountRelation, 'other'>;
}

export interface ClaimPlaces {
  places: IntentPlaces;
  findJob: (id: string) => JobRecord | undefined;
}

/** The fields that tell where a key came from. */
export type KeyOrigin = Pick<Intent, 'once' | 'key_by_hand'>;

/**
 * Tells whether another submit may use a key again. It may where `--once` or a person made the key. It may not where the key is
 * random, or was derived from a random one for a later attempt.
 */
export function isKeyReusable({ once, key_by_hand = false }: KeyOrigin): boolean {
  return once !== null || key_by_hand;
}

/**
 * The claim fails after this many looks at a name that every claim finds taken and every read finds free. Only a broken link
 * does that, never another process.
 */
const looksMost = 1000;

/** An empty file counts as damaged after this many looks. Where there are no hard links, a process fills its own within a few. */
const emptyLooksMost = 100;

/**
 * Claims the key of an intent for its account. Of any number of processes one gets it, and none once the key has led to a job
 * of that account. A claim of another account under the same key is left alone, and this one is made beside it. Throws
 * MetDamagedClaim where a claim of the key can't be read, whoever's it is: that one may have been sent. A whole claim of its account
 * beside it goes before where its route has a key.
 */
export function* claimKey(wanted: Intent, at: ClaimPlaces): DurableWork<IntentClaim> {
  for (let look = 1; look <= looksMost; look += 1) {
    const standing = standingsOf(wanted, at.places);
    const claim = claimAmong(standing, at.findJob);
    if (claim?.record !== undefined || isRepeatable(claim)) return claim;
    if (!isReadable(wanted, at.places, look)) continue;
    if (claim !== undefined) return claim;
    const place = freePlace(wanted, standing, at.places);
    // Another process of this account was quicker; the next look finds its claim.
    if (
      (yield* place.open.steps.claim(keyFileName(wanted.idempotency_key), recordBytes(wanted))) === 'exists'
    )
      continue;
    if (!isKeyReusable(wanted) || isOnlyClaim(wanted, place, at)) return { claimed: true };
    yield* place.open.steps.remove(keyFileName(wanted.idempotency_key));
  }
  throw neverFree(wanted, at.places.first.open.path);
}

/**
 * Tells whether a new claim is the only one of its account under the key. A settled job is noted under its key before its intent is
 * removed. So a process that has settled one since the first look shows now. A process of this account that claimed in the other
 * folder shows now, too, because another account came or went between the two looks.
 */
function isOnlyClaim(wanted: Intent, place: IntentPlace, { places, findJob }: ClaimPlaces): boolean {
  const name = keyFileName(wanted.idempotency_key);
  if (readStanding(place.keys, name, settledKeyNamed(name)) !== undefined) return false;
  return places
    .all()
    .filter(({ open }) => open.path !== place.open.path)
    .every((other) => claimsOf(standingIn(other, wanted), findJob).length === 0);
}

/** False where another process may still fill the file of its claim, so that another look is due. Throws MetDamagedClaim. */
function isReadable(wanted: Intent, places: IntentPlaces, look: number): boolean {
  try {
    assertAllReadable(wanted, places);
    return true;
  } catch (error) {
    if (error instanceof MetDamagedClaim && error.mayBeFilled && look < emptyLooksMost) return false;
    throw error;
  }
}

/** Throws MetDamagedClaim where a claim of a key can't be read in any place. */
export function assertAllReadable(
  of: KeyOrigin & Pick<Intent, 'idempotency_key'>,
  places: Pick<IntentPlaces, 'all'>,
): void {
  const isReusable = isKeyReusable(of);
  for (const place of places.all()) assertReadable(place, keyFileName(of.idempotency_key), { isReusable });
}

/** The surest relation first. */
export const byCertainty = ['same', 'rotated', 'untold'] as const;

/**
 * The claim that stands under an intent's key for its account. A claim that surely belongs to the account goes before one that
 * only may. Throws MetDamagedClaim as {@link claimKey} does.
 */
export function findClaim(wanted: Intent, { places, findJob }: ClaimPlaces): StandingClaim | undefined {
  const claim = claimAmong(standingsOf(wanted, places), findJob);
  if (claim?.record === undefined && !isRepeatable(claim)) assertAllReadable(wanted, places);
  return claim;
}

/** Tells whether a route's key makes it safe to send a whole claim again, whatever became of a damaged file of the same key. */
function isRepeatable(claim: StandingClaim | undefined): claim is StandingClaim {
  return claim !== undefined && requestRoutes[claim.intent.route].hasKey;
}

/** The claims and jobs under a key, place by place, the ledger's own first. */
function standingsOf(wanted: Intent, places: IntentPlaces): (Standing | undefined)[] {
  return places.all().map((place) => standingIn(place, wanted));
}

function claimAmong(
  standing: readonly (Standing | undefined)[],
  findJob: ClaimPlaces['findJob'],
): StandingClaim | undefined {
  const claims = standing.flatMap((one) => claimsOf(one, findJob));
  return byCertainty.map((one) => claims.find(({ relation }) => relation === one)).find(Boolean);
}

function claimsOf(standing: Standing | undefined, findJob: ClaimPlaces['findJob']): StandingClaim[] {
  if (standing === undefined || standing.relation === 'other') return [];
  const { intent, job, relation } = standing;
  // The job's record may be pruned or torn, but it is still known that the job was submitted.
  const record = job === undefined ? undefined : (findJob(job.id) ?? { ...job, intent });
  return [{ claimed: false, intent, record, relation }];
}

/** The claim, settled or open, under a key in one place, and its relation to the account that asks. */
interface Standing {
  intent: Intent;
  job: SettledKey['job'] | undefined;
  relation: AccountRelation;
}

function standingIn(place: IntentPlace, wanted: Intent): Standing | undefined {
  const { keys, open } = place;
  const name = keyFileName(wanted.idempotency_key);
  // The open claim is read first: a process that settles it meanwhile notes the job before it removes the claim.
  const unsettled = readStanding(open, name, intentNamed(name));
  const settled = isKeyReusable(wanted) ? readStanding(keys, name, settledKeyNamed(name)) : undefined;
  const intent = settled?.intent ?? (unsettled && besideDamaged(unsettled, place));
  if (intent === undefined) return undefined;
  const relation = accountRelation(intent, wanted);
  return { intent, job: settled?.job, relation };
}

/** The place where a key can be claimed: the ledger's own folders, or the account's where another account has the key there. */
function freePlace(
  wanted: Intent,
  [inFirst]: readonly (Standing | undefined)[],
  { first, ofAccount }: IntentPlaces,
): IntentPlace {
  if (inFirst === undefined) return first;
  if (wanted.account === undefined) throw new Error('A claim without an account met one of another account');
  return ofAccount(wanted);
}

function neverFree({ idempotency_key }: Intent, folder: string): MachineError {
  return new MachineError({
    code: 'claim_blocked',
    message: `genctl can't claim or read the name of this submit: ${keyFileName(idempotency_key)} in ${folder}`,
    why: `${looksMost} looks found it taken and empty in turn; nothing was sent`,
    hint: `look at that file, and move it away; then run it again`,
    idempotencyKey: idempotency_key,
  });
}

/** The record under a name. One that can't be read is damaged, which {@link assertReadable} tells once all claims are known. */
function readStanding<Value>(folder: RecordFolder, name: string, parse: Parse<Value>): Value | undefined {
  const found = inspectRecord(folder, name, parse);
  return found.kind === 'whole' ? found.value : undefined;
}
