import { accountRelation, originOf } from '../../account/rules/claim-account.ts';
import { sha256 } from '../../files/lazy-node.ts';
import type { JobFacts } from '../../ledger/facts/job-facts.ts';
import type { Intent } from '../../ledger/record.ts';
import type { FieldMarks } from '../../outputs/destinations/file-place.ts';
import { type ChargedJob, chargeOf, isChargeUnknown } from '../../service/charge.ts';
import { isOver } from '../../service/lifecycle.ts';
import { createHashSet, type HashSet, idHash } from '../../text/id-hash.ts';
import { microUsdOf } from '../../text/money.ts';
import { isRefused, type ShotMemory } from '../journal/shot-memory.ts';
import type { OpenedBatch } from '../open-batch.ts';
import { placedLines } from '../plan/chosen-lines.ts';
import type { GoneShot } from '../rules/pair-shots.ts';
import { requestKey } from '../rules/request-fields.ts';

/** What became of a gone shot. */
export interface PaidShot extends GoneShot {
  ids: string[];
  requests: string[];
  /** How far it is: `unanswered` where nobody knows whether it has a job. */
  how: 'charged' | 'running' | 'unanswered';
  /** Unit: millionths of a USD; 0 where no charge is known. */
  chargedMicroUsd: number;
}

/** The shots of a batch that no line has any more, beside the lines of which nothing is known. */
export interface GoneShots {
  /** By the ids that they were first sent under. */
  shots: ReadonlyMap<string, PaidShot>;
  /** Tells whether nothing is known of the line in a place. */
  isUnknown(place: number): boolean;
  /** True if no line of the manifest is known. */
  isEachGone: boolean;
  /** True if a person has said of some shot of the batch that new ids are new shots. */
  hasRetired: boolean;
}

/**
 * Looks for shots of the batch with a job that runs or may have been charged, or without an answer, that no line of the manifest has any
 * more. Undefined where there are none, or each line is known: then nothing more is read than the ids of the lines.
 */
export async function findGoneShots(batch: OpenedBatch): Promise<GoneShots | undefined> {
  const { journal, placeMemory } = batch;
  const known = await knownShots(batch);
  const isKnown = known.size > 0 || journal.shotCount > 0;
  const first = isKnown ? await readLineIds(batch, known) : undefined;
  if (first?.hasUnknown === false) return undefined;
  // The check looks there for lines of which nothing is known, so that the place is read in any case.
  const [left, size] = [(await placeMemory?.jobs()) ?? [], known.size];
  for (const { shot } of left) known.add(idHash(shot));
  const lines = first === undefined || known.size > size ? await readLineIds(batch, known) : first;
  if (lines.isComplete || !lines.hasUnknown) return undefined;
  const shots = new Map<string, PaidShot>();
  await addRecorded(batch, lines.present, shots);
  await addUnanswered(batch, lines.present, shots);
  await addNoted(batch, lines.present, shots);
  await addSidecars(batch, lines.present, shots);
  const retired = [...shots.keys()].filter(journal.isRetired);
  // A person who says that they are the same may have said something else before.
  if (batch.input.renamed !== 'same') for (const shot of retired) shots.delete(shot);
  const { isEachGone, isUnknown } = lines;
  return shots.size === 0 ? undefined : { shots, isUnknown, isEachGone, hasRetired: retired.length > 0 };
}

/** The shots that the ledger knows of a batch, as hashes of their ids. */
async function knownShots(batch: OpenedBatch): Promise<HashSet> {
  const ledger = await batch.context.ledger();
  const known = createHashSet();
  const isOwn = ownJobs(batch);
  await ledger.survey({}, (job) => {
    if (isOwn(job)) known.add(idHash(shotOf(job, batch.name)));
  });
  for (const { batch: of } of (await ledger.unsettled()).filter(ownIntents(batch)))
    if (of !== undefined) known.add(idHash(of.shot));
  return known;
}

/** Reads the ids of all lines, and which of them are known. */
async function readLineIds(batch: OpenedBatch, known: HashSet) {
  const { journal, manifest, originalIds } = batch;
  const present = createHashSet();
  const unknown = new Uint8Array(manifest.size);
  const counts = { known: 0, noted: 0, unknown: 0, lines: 0 };
  const take = (id: string): boolean => {
    if (!present.add(idHash(id))) return true;
    const [isKnown, files] = [known.has(idHash(id)), journal.filesWith(id)];
    counts.known += Number(isKnown);
    counts.noted += files;
    return isKnown || files > 0;
  };
  for await (const { id, place } of placedLines(batch)) {
    if (id === undefined) continue;
    const original = originalIds.originalOf(id);
    if (manifest.mayNameLines) originalIds.addLine(id);
    const isKnown = [take(id), original !== id && take(original)].includes(true);
    if (isKnown) counts.lines += 1;
    else {
      counts.unknown += 1;
      unknown[place] = 1;
    }
  }
  return {
    /** All ids of lines, and those that their shots were first sent under, as hashes. */
    present,
    /** True if each known shot has a line. */
    isComplete: counts.known >= known.size && counts.noted >= journal.shotCount,
    hasUnknown: counts.unknown > 0,
    isUnknown: (place: number) => unknown[place] === 1,
    isEachGone: counts.lines === 0,
  };
}

/** Adds the jobs of the ledger. */
async function addRecorded(
  batch: OpenedBatch,
  present: HashSet,
  shots: Map<string, PaidShot>,
): Promise<void> {
  const { context, name } = batch;
  const ledger = await context.ledger();
  const isOwn = ownJobs(batch);
  const ids: string[] = [];
  await ledger.survey({}, (job) => {
    const isPaid = !job.isOver || job.status === 'succeeded' || (job.costUsd ?? 0) > 0 || job.isChargeUnknown;
    if (isPaid && isOwn(job) && !present.has(idHash(shotOf(job, name)))) ids.push(job.id);
  });
  for (const id of ids) {
    const record = await ledger.find(id);
    const { intent } = record ?? {};
    if (record === undefined || intent?.batch === undefined || !isOfAccount(intent, batch)) continue;
    addRequest(shots, intent.batch.shot, intent.batch.fields, record.job);
  }
}

/** Tells whether this account may have sent an intent: a job of another one is no line's of this. */
function isOfAccount(intent: Intent, { claimant }: Pick<OpenedBatch, 'claimant'>): boolean {
  return accountRelation(intent, { ...intent, ...claimant }) !== 'other';
}

/** Adds the submits of the ledger without an answer. */
async function addUnanswered(
  batch: OpenedBatch,
  present: HashSet,
  shots: Map<string, PaidShot>,
): Promise<void> {
  const ledger = await batch.context.ledger();
  for (const { batch: of } of (await ledger.unsettled()).filter(ownIntents(batch)))
    if (of !== undefined && !present.has(idHash(of.shot))) addRequest(shots, of.shot, of.fields, undefined);
}

/** Adds what the journal alone tells, and the other ids that lines had. */
async function addNoted(
  { context, journal }: OpenedBatch,
  present: HashSet,
  shots: Map<string, PaidShot>,
): Promise<void> {
  const ledger = await context.ledger();
  const recorded = new Set(shots.keys());
  const looked = createHashSet();
  const renamed: { shot: string; from: string }[] = [];
  for await (const { from, shot } of journal.shots()) {
    if (from !== undefined) renamed.push({ from, shot });
    if (recorded.has(shot) || present.has(idHash(shot)) || !looked.add(idHash(shot))) continue;
    for (let memory = journal.find(shot); memory !== undefined; memory = memory.before) {
      const job = memory.job === undefined ? undefined : (await ledger.find(memory.job))?.job;
      if (!isRefused(memory)) addMemory(shots, shot, memory, job);
    }
  }
  for (const { from, shot } of renamed) shots.get(from)?.ids.push(shot);
}

/** Adds a request that the journal tells of; `recorded` is its job where the ledger knows that, which may know its end as well. */
function addMemory(
  shots: Map<string, PaidShot>,
  shot: string,
  { fields, job, over }: ShotMemory,
  recorded: ChargedJob | undefined,
): void {
  const noted = { status: over?.status ?? 'queued', cost_usd: over?.cost_usd ?? undefined };
  addRequest(
    shots,
    shot,
    fields,
    job === undefined ? undefined : over === undefined ? (recorded ?? noted) : noted,
  );
}

/** Adds the jobs that nothing but a file beside them tells of. */
async function addSidecars(
  { placeMemory }: OpenedBatch,
  present: HashSet,
  shots: Map<string, PaidShot>,
): Promise<void> {
  for (const { costUsd, shot } of (await placeMemory?.jobs()) ?? []) {
    if (present.has(idHash(shot)) || shots.has(shot)) continue;
    const { fields } = (await placeMemory?.shot(shot)) ?? {};
    if (fields !== undefined) addRequest(shots, shot, fields, { status: 'succeeded', cost_usd: costUsd });
  }
}

/** Tells whether a job runs, or was charged, or may have been. */
export function mayBePaid(job: ChargedJob): boolean {
  return job.status === 'succeeded' || (chargeOf(job) ?? 0) > 0 || isChargeUnknown(job);
}

/** Adds a request of a shot, and its job, which is undefined where nobody knows whether there is one. */
function addRequest(
  shots: Map<string, PaidShot>,
  shot: string,
  fields: FieldMarks,
  job: ChargedJob | undefined,
): void {
  if (job !== undefined && !mayBePaid(job)) return;
  const how = job === undefined ? 'unanswered' : isOver(job) ? 'charged' : 'running';
  const chargedMicroUsd = microUsdOf((job && chargeOf(job)) ?? 0);
  const request = requestKey(fields, sha256);
  const known = shots.get(shot);
  if (known === undefined) {
    shots.set(shot, { shot, ids: [shot], requests: [request], how, chargedMicroUsd });
    return;
  }
  known.requests.push(request);
  known.chargedMicroUsd += chargedMicroUsd;
  if (how === 'charged') known.how = how;
}

/** The id of the line that a job of the batch was made for. */
function shotOf({ once }: JobFacts, name: string): string {
  return once?.slice(name.length + 1) ?? '';
}

function ownJobs({ facts, name }: OpenedBatch): (job: JobFacts) => boolean {
  const origin = originOf(facts.account.baseUrl);
  return ({ batch, origin: of, profile }) =>
    batch === name && profile === facts.account.profile && of === origin;
}

function ownIntents(batch: OpenedBatch): (intent: Intent) => boolean {
  const { baseUrl, profile } = batch.facts.account;
  return (intent) =>
    intent.batch?.name === batch.name &&
    intent.profile === profile &&
    originOf(intent.base_url) === originOf(baseUrl) &&
    isOfAccount(intent, batch);
}
