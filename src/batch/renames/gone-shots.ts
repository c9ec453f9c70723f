import { resolve } from 'node:path';
import { accountRelation, originOf } from '../../account/rules/claim-account.ts';
import type { JobFacts } from '../../ledger/facts/job-facts.ts';
import type { Intent } from '../../ledger/record.ts';
import type { ChargedJob } from '../../service/charge.ts';
import { createHashSet, type HashSet, idHash } from '../../text/id-hash.ts';
import { isOtherManifest } from '../check/manifest-faults.ts';
import { isRefused, type ShotMemory } from '../journal/shot-memory.ts';
import type { OpenedBatch } from '../open-batch.ts';
import { placedLines } from '../plan/chosen-lines.ts';
import { marksOfIntent } from '../rules/request-fields.ts';
import { createPaidShots, type PaidShot } from './paid-shots.ts';

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
 * Looks for shots of the batch that no line of the manifest has any more. Their jobs run or may have been charged, or got no answer. Undefined where there are none, or each line is known: then nothing more is read than the ids of the lines.
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
  const paid = createPaidShots();
  await addRecorded(batch, lines.present, paid);
  await addUnanswered(batch, lines.present, paid);
  await addNoted(batch, lines.present, paid);
  await addSidecars(batch, lines.present, paid);
  const { shots } = paid;
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

type PaidShots = ReturnType<typeof createPaidShots>;

/** Adds the jobs of the ledger. */
async function addRecorded(batch: OpenedBatch, present: HashSet, paid: PaidShots): Promise<void> {
  const { context, name } = batch;
  const isElsewhere = elsewhereReader(batch);
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
    paid.add(
      { ...marksOfIntent(intent), shot: intent.batch.shot, isElsewhere: isElsewhere(intent.batch.manifest) },
      record.job,
    );
  }
}

/** Tells whether this account may have sent an intent: a job of another one is no line's of this. */
function isOfAccount(intent: Intent, { claimant }: Pick<OpenedBatch, 'claimant'>): boolean {
  return accountRelation(intent, { ...intent, ...claimant }) !== 'other';
}

/** Adds the submits of the ledger without an answer. */
async function addUnanswered(batch: OpenedBatch, present: HashSet, paid: PaidShots): Promise<void> {
  const isElsewhere = elsewhereReader(batch);
  const ledger = await batch.context.ledger();
  for (const intent of (await ledger.unsettled()).filter(ownIntents(batch))) {
    const { manifest, shot = '' } = intent.batch ?? {};
    if (!present.has(idHash(shot)))
      paid.add({ ...marksOfIntent(intent), shot, isElsewhere: isElsewhere(manifest) }, undefined);
  }
}

/** Adds what the journal alone tells, and the other ids that lines had. */
async function addNoted({ context, journal }: OpenedBatch, present: HashSet, paid: PaidShots): Promise<void> {
  const ledger = await context.ledger();
  const recorded = new Set(paid.shots.keys());
  const looked = createHashSet();
  const renamed: { shot: string; from: string }[] = [];
  for await (const { from, shot } of journal.shots()) {
    if (from !== undefined) renamed.push({ from, shot });
    if (recorded.has(shot) || present.has(idHash(shot)) || !looked.add(idHash(shot))) continue;
    for (let memory = journal.find(shot); memory !== undefined; memory = memory.before) {
      const job = memory.job === undefined ? undefined : (await ledger.find(memory.job))?.job;
      if (!isRefused(memory)) addMemory(paid, shot, memory, job);
    }
  }
  for (const { from, shot } of renamed) paid.shots.get(from)?.ids.push(shot);
}

/** Adds a request that the journal tells of; `recorded` is its job where the ledger knows that, which may know its end as well. */
function addMemory(
  paid: PaidShots,
  shot: string,
  { fields, job, marks, over }: ShotMemory,
  recorded: ChargedJob | undefined,
): void {
  const noted = { status: over?.status ?? 'queued', cost_usd: over?.cost_usd ?? undefined };
  paid.add(
    { shot, fields, marks },
    job === undefined ? undefined : over === undefined ? (recorded ?? noted) : noted,
  );
}

/** Adds the jobs that nothing but a file beside them tells of. */
async function addSidecars({ placeMemory }: OpenedBatch, present: HashSet, paid: PaidShots): Promise<void> {
  for (const { costUsd, shot } of (await placeMemory?.jobs()) ?? []) {
    if (present.has(idHash(shot)) || paid.shots.has(shot)) continue;
    const { fields, marks } = (await placeMemory?.shot(shot)) ?? {};
    if (fields !== undefined) paid.add({ shot, fields, marks }, { status: 'succeeded', cost_usd: costUsd });
  }
}

/** Returns what tells whether a shot was sent from another manifest that is still there. */
function elsewhereReader({ context, input }: OpenedBatch): (manifest: string | undefined) => boolean {
  const own = resolve(context.around.workingFolder, input.file);
  const known = new Map<string, boolean>();
  return (manifest) => {
    if (manifest === undefined || manifest === own) return false;
    const isOther = known.get(manifest) ?? isOtherManifest(manifest, own);
    known.set(manifest, isOther);
    return isOther;
  };
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
