import { accountRelation } from '../../account/rules/claim-account.ts';
import { UsageError } from '../../errors/endings.ts';
import { sha256 } from '../../files/lazy-node.ts';
import type { ClaimedKeys } from '../../ledger/intents/intent-places.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Intent, JobRecord } from '../../ledger/record.ts';
import { canonicalJson } from '../../schema/json/canonical-json.ts';
import { isOver } from '../../service/lifecycle.ts';
import { hasLink } from '../../submit/same-body.ts';
import { type BodyInKey, earlierKeyText, type MakeIntent } from '../../submit/submit-attempt.ts';
import { isRefused, journalIntent, journalRecord, type ShotMemory } from '../journal/shot-memory.ts';
import {
  type ComparedFields,
  compareFields,
  marksOfIntent,
  type WantedMarks,
} from '../rules/request-fields.ts';

/** A shot as its line asks for it now. */
export interface WantedShot extends WantedMarks {
  shot: string;
  /** Makes its intents, with the account. With `bodyInKey` the key is that of a changed line. */
  intentFor: MakeIntent;
  /**
   * Makes the intents that it would have by each other way that a request can go. The way is a part of the key, and a line whose
   * model or `api` was changed may have gone another one before.
   */
  elsewhere(): readonly MakeIntent[];
}

/** Which keys a shot goes by: those of its name alone, or those of its name and its fields, after a change. */
export interface KeyChoice {
  attempt: number;
  bodyInKey: BodyInKey;
}

/** A request of a shot that ledger or journal knows, beside what its line asks for now. */
export interface KnownRequest extends KeyChoice {
  intent: Intent;
  /** Its job; undefined where it has none, or that is not known. */
  record: JobRecord | undefined;
  /** The fields that the line has changed since. */
  changed: readonly string[];
  /** Those that can't be compared: see `ComparedFields`. */
  incomparable: readonly string[];
  /** It is known to have no job, so that its key is free. */
  isRefused: boolean;
  /** Set where the journal tells of it, and the ledger does not count. */
  memory: ShotMemory | undefined;
}

export interface RequestPorts {
  ledger: Pick<Ledger, 'findClaim' | 'findRefusal' | 'keysOfName'>;
  journal: { find(shot: string): ShotMemory | undefined };
  /** The keys that are claimed in the ledger, as it was before: quick to ask for many that are not. */
  claimedKeys(): Promise<ClaimedKeys>;
}

/**
 * The request of a shot that counts: the newest one that the ledger knows; that of the journal where it is ahead of the ledger, or the
 * ledger lacks its key, because another machine sent it; undefined where neither knows any. Rejects where the ledger can't be read; with a
 * UsageError for a journal that contradicts itself or the line.
 */
export async function newestRequest(
  wanted: WantedShot,
  ports: RequestPorts,
): Promise<KnownRequest | undefined> {
  const noted = await notedRequest(wanted, ports.journal.find(wanted.shot), ports.ledger);
  const plain = await plainRequest(wanted, noted, ports);
  const isNotedRevised = noted !== undefined && noted.bodyInKey !== false;
  const mayBeRevised = plain === undefined ? isNotedRevised : plain.changed.length > 0;
  const claimed = mayBeRevised ? await revisedRequest(wanted, noted, ports.ledger) : plain;
  if (claimed !== undefined && !isAhead(noted, claimed)) return claimed;
  if (noted !== undefined && (plain === undefined || isOfWanted(noted))) return noted;
  return plain;
}

/**
 * The last request of the ledger under the keys of a changed line. An earlier genctl made these of links with their signatures, so that
 * they are looked for among the keys of the name.
 */
async function revisedRequest(
  wanted: WantedShot,
  noted: KnownRequest | undefined,
  ledger: RequestPorts['ledger'],
): Promise<KnownRequest | undefined> {
  const known = await lastWith(wanted, noted, { bodyInKey: true }, ledger);
  if (known !== undefined || !hasLink(wanted.intentFor(1))) return known;
  const isNoted = noted !== undefined && typeof noted.bodyInKey === 'string' && isOfWanted(noted);
  const ofNoted = isNoted ? await lastWith(wanted, noted, noted, ledger) : undefined;
  if (ofNoted !== undefined) return ofNoted;
  const isSame = (intent: Intent): boolean =>
    compareFields(marksOfIntent(intent), wanted, sha256).changed.length === 0;
  const text = await earlierKeyText(wanted.intentFor, isSame, ledger);
  return text === undefined ? undefined : lastWith(wanted, noted, { bodyInKey: text }, ledger);
}

/** Tells whether a request is for what the line asks for now, and made a job, or may have. */
function isOfWanted({ changed, isRefused }: KnownRequest): boolean {
  return changed.length === 0 && !isRefused;
}

/** Tells whether the journal knows of a later attempt than the ledger. */
function isAhead(noted: KnownRequest | undefined, { attempt, bodyInKey }: KeyChoice): boolean {
  if (noted === undefined || !isOfWanted(noted)) return false;
  return noted.bodyInKey === bodyInKey && noted.attempt > attempt;
}

/**
 * The last request of the ledger under the keys of the shot's name alone, whatever it is of. It is looked for by the way that its
 * line goes, then by the other ways.
 */
export async function plainRequest(
  wanted: WantedShot,
  noted: KnownRequest | undefined,
  { claimedKeys, ledger }: Pick<RequestPorts, 'claimedKeys'> & ClaimLedger,
): Promise<KnownRequest | undefined> {
  const last = await lastWith(wanted, noted, { bodyInKey: false }, ledger);
  if (last !== undefined) return last;
  const claimed = await claimedKeys();
  if (claimed.size === 0) return undefined;
  for (const intentFor of wanted.elsewhere()) {
    const begins = beginsOf(noted, false).filter((attempt) =>
      claimed.has(intentFor(attempt, false).idempotency_key),
    );
    const found = await lastFrom({ ...wanted, intentFor }, { begins, bodyInKey: false }, ledger);
    if (found !== undefined) return found;
  }
  return undefined;
}

type ClaimLedger = { ledger: Pick<Ledger, 'findClaim'> };

function lastWith(
  wanted: WantedShot,
  noted: KnownRequest | undefined,
  { bodyInKey }: Pick<KeyChoice, 'bodyInKey'>,
  ledger: ClaimLedger['ledger'],
): Promise<KnownRequest | undefined> {
  return lastFrom(wanted, { bodyInKey, begins: beginsOf(noted, bodyInKey) }, ledger);
}

/** The numbers of attempts to begin with. Earlier ones are missing in this ledger where another machine made them. */
function beginsOf(noted: KnownRequest | undefined, bodyInKey: BodyInKey): number[] {
  if (noted?.memory === undefined || noted.bodyInKey !== bodyInKey) return [1];
  const { attempt, over } = noted.memory;
  const isFailed = over !== undefined && over.status !== 'succeeded';
  return [...(isFailed ? [attempt + 1] : []), ...new Set([attempt, 1])];
}

/** The last claim of the first of the runs of attempts, by the numbers that they begin with, of which the ledger knows one. */
async function lastFrom(
  wanted: WantedShot,
  { begins, bodyInKey }: { begins: readonly number[]; bodyInKey: BodyInKey },
  ledger: ClaimLedger['ledger'],
): Promise<KnownRequest | undefined> {
  for (const begin of begins) {
    let last: KnownRequest | undefined;
    for (let attempt = begin; ; attempt += 1) {
      const claim = await ledger.findClaim(wanted.intentFor(attempt, bodyInKey));
      if (claim === undefined) break;
      const { intent, record } = claim;
      // A request that no batch made has no fields that could be compared: all of them count as changed.
      const compared = compareFields(marksOfIntent(intent), wanted, sha256);
      last = { attempt, bodyInKey, intent, record, ...compared, isRefused: false, memory: undefined };
      if (record === undefined || !isOver(record.job) || record.job.status === 'succeeded') break;
    }
    if (last !== undefined) return last;
  }
  return undefined;
}

/**
 * The request of a shot that the journal knows; undefined where it knows nothing. A request that the ledger knows to be refused
 * counts for no more here than in the journal itself. Rejects with UsageError where the memory can't be of this shot.
 */
async function notedRequest(
  wanted: WantedShot,
  memory: ShotMemory | undefined,
  ledger: Pick<Ledger, 'findClaim' | 'findRefusal'>,
): Promise<KnownRequest | undefined> {
  if (memory === undefined) return undefined;
  const noted = ofWanted(wanted, memory, await comparedMemory(wanted, memory, ledger));
  const isOpen = memory.job === undefined && memory.over === undefined;
  if (!isOpen || !(await isRefusedHere(wanted, memory, ledger))) return noted;
  return (await notedRequest(wanted, memory.before, ledger)) ?? { ...noted, isRefused: true };
}

/** Compares what the journal has with the line. What it can't tell of signed links, the ledger's copy of the request does. */
async function comparedMemory(
  wanted: WantedShot,
  memory: ShotMemory,
  ledger: ClaimLedger['ledger'],
): Promise<ComparedFields> {
  const compared = compareFields(memory, wanted, sha256);
  if (compared.incomparable.length === 0) return compared;
  const claim = await ledger.findClaim({ ...wanted.intentFor(memory.attempt), idempotency_key: memory.key });
  return claim === undefined ? compared : compareFields(marksOfIntent(claim.intent), wanted, sha256);
}

function ofWanted(wanted: WantedShot, memory: ShotMemory, compared: ComparedFields): KnownRequest {
  const { attempt, job, key } = memory;
  const bodyInKey = isOfName(wanted, memory) ? false : bodyInKeyOf(memory, wanted);
  // Equal fields make equal keys. Any other key is another shot's, whose claim would be taken for this one's.
  const isUnchanged = bodyInKey !== false && compared.changed.length === 0;
  if (isUnchanged && key !== wanted.intentFor(attempt, bodyInKey).idempotency_key)
    throw foreignKey(wanted.shot, key);
  const intent = journalIntent(wanted.intentFor(attempt, bodyInKey), memory);
  const record = job === undefined ? undefined : journalRecord(intent, job, memory);
  return { attempt, bodyInKey, intent, record, ...compared, isRefused: isRefused(memory), memory };
}

/** The text in the key of a changed line: its marks, which the journal has. */
function bodyInKeyOf({ fields }: ShotMemory, wanted: WantedShot): BodyInKey {
  const text = canonicalJson(fields);
  return text === canonicalJson(wanted.fields) ? true : text;
}

/** Tells whether a key is of the shot's name alone, whichever way its request went. */
function isOfName(wanted: WantedShot, { attempt, key }: ShotMemory): boolean {
  const isKeyBy = (make: MakeIntent): boolean => make(attempt, false).idempotency_key === key;
  return isKeyBy(wanted.intentFor) || wanted.elsewhere().some(isKeyBy);
}

/**
 * Tells whether the ledger knows that a request made no job, of which the journal has no answer. The request was refused, or closed
 * by hand, and the run that saw it ended before it wrote to the journal.
 */
async function isRefusedHere(
  wanted: WantedShot,
  memory: ShotMemory,
  ledger: Pick<Ledger, 'findRefusal'>,
): Promise<boolean> {
  const refused = await ledger.findRefusal(memory.key);
  if (refused === undefined) return false;
  const { intent, refusal } = refused;
  const account = wanted.intentFor(memory.attempt, false);
  const isOwn = accountRelation(intent, account) === 'same';
  return isOwn && Date.parse(refusal.at) >= Date.parse(memory.sent_at);
}

function foreignKey(shot: string, key: string): UsageError {
  return new UsageError({
    code: 'journal_unreadable',
    message: `the journal's entry for ${JSON.stringify(shot)} belongs to another request`,
    why: `It has the key ${key}, which does not match this line's fields.`,
    hint: 'restore the journal from a copy; or remove all entries of that shot, which may render it twice',
    idempotencyKey: key,
  });
}
