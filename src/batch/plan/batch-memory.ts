import { existsSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { originOf } from '../../account/rules/claim-account.ts';
import { UsageError } from '../../errors/endings.ts';
import { readWholeText } from '../../files/read-whole.ts';
import type { Intent } from '../../ledger/record.ts';
import { type HashSet, idHash } from '../../text/id-hash.ts';
import { counted } from '../../text/shown-value.ts';
import type { ShotMemory } from '../journal/shot-memory.ts';
import type { OpenBatch } from '../open-batch.ts';
import { type LineBook, type ShotStateWord, shotStateWords } from '../rules/line-book.ts';
import type { OutcomeBook } from '../words/batch-outcome.ts';
import { isOfOwnShard } from './chosen-lines.ts';

/** How a batch is known on this machine, beside its journal. */
export interface KnownJobs {
  /** True if the ledger knows it. */
  isRecorded: boolean;
  /** How many of its jobs left sidecars in the place for the files; 0 where that was not read. */
  sidecarJobs: number;
}

/**
 * Takes in the charges of the batch beside those of its lines as they are: of lines that were changed or taken out since, of earlier
 * attempts, and of jobs of other machines that left nothing here but a sidecar. The place is read for that where money depends on it.
 *
 * @param lineJobs the jobs of the lines, as hashes of their ids.
 * @param lineShots the lines that the journal knows, as hashes of theirs.
 */
export async function takeLeftOver(
  batch: OpenBatch,
  outcomes: OutcomeBook,
  { lineJobs, lineShots }: { lineJobs: HashSet; lineShots: HashSet },
): Promise<KnownJobs> {
  const { context, facts, money, name, placeMemory } = batch;
  const before = money?.before;
  const ledger = await context.ledger();
  const { baseUrl, profile } = facts.account;
  const isOwn = ({ base_url, batch: of, profile: own }: Intent): boolean =>
    of?.name === name &&
    own === profile &&
    originOf(base_url) === originOf(baseUrl) &&
    isOfOwnShard(of.shot, batch);
  let isRecorded = lineJobs.size > 0;
  const ids: string[] = [];
  await ledger.survey({}, (job) => {
    if (job.batch === name && job.profile === profile && !lineJobs.has(idHash(job.id))) ids.push(job.id);
  });
  for (const id of ids) {
    const record = await ledger.find(id);
    if (record?.intent == null || !isOwn(record.intent)) continue;
    isRecorded = true;
    before?.addRecord(record);
    outcomes.addCharge(id, record.job);
  }
  for (const intent of await ledger.unsettled()) {
    if (!isOwn(intent)) continue;
    isRecorded = true;
    before?.addOpen(intent);
  }
  for await (const memory of goneShots(batch, lineShots)) {
    before?.addGone(memory);
    outcomes.addNoted(memory);
  }
  before?.addNotedOpen();
  const isAsked = placeMemory !== undefined && (placeMemory.isRead || money?.cap.most !== undefined);
  const left = isAsked ? await placeMemory.jobs() : [];
  for (const job of left) {
    if (!isOfOwnShard(job.shot, batch)) continue;
    before?.addSidecar(job);
    outcomes.addCharge(job.id, { status: 'succeeded', cost_usd: job.costUsd });
  }
  return { isRecorded, sidecarJobs: left.length };
}

/** The journal's memory of shots that no line is of any more. */
async function* goneShots(batch: OpenBatch, lineShots: HashSet): AsyncGenerator<ShotMemory> {
  const { journal } = batch;
  if (journal.shotCount <= lineShots.size) return;
  for await (const { shot } of journal.shots()) {
    const isGone = lineShots.add(idHash(shot)) && isOfOwnShard(shot, batch);
    const memory = isGone ? journal.find(shot) : undefined;
    if (memory !== undefined) yield memory;
  }
}

/** Lines of which nothing is known. */
const unknown: ReadonlySet<ShotStateWord> = new Set([
  ...(['new', 'waiting', 'held', 'invalid', 'elsewhere', 'unchosen'] as const),
]);

/** Tells whether this machine knows anything of a batch: by a journal, or of one of its lines. */
function isKnown({ journal }: OpenBatch, book: LineBook): boolean {
  return !journal.isNew || shotStateWords.some((word) => !unknown.has(word) && book.count(word) > 0);
}

/** Refuses to begin a batch that `--resume` says was begun before. Throws UsageError. */
export function assertKnown(batch: OpenBatch, book: LineBook): void {
  const { input, journalPlace, name } = batch;
  if (!input.resume || isKnown(batch, book)) return;
  throw new UsageError({
    code: 'batch_unknown',
    message: `There is nothing to resume: the batch ${name} is new on this machine; nothing was sent`,
    why: `The ledger, the journal ${journalPlace.path} and the folder for files have none of its shots.`,
    hint: `if it ran elsewhere, copy its journal here: --journal PATH; for a new batch, leave --resume out`,
  });
}

/**
 * The lines of a run that can't know all of the batch. They say what a first run would render again where the batch was begun
 * elsewhere, what `--max-cost` does not count, and what to carry.
 */
export function memoryLines(batch: OpenBatch, book: LineBook, known: KnownJobs): string[] {
  const { context, journal, journalPlace, money, place } = batch;
  const isFirst = !isKnown(batch, book) && book.count('new') > 0;
  const isCapped = money?.cap.most !== undefined && journal.isNew && !known.isRecorded;
  const path = relative(context.around.workingFolder, journalPlace.path) || basename(journalPlace.path);
  const ignored = isLeftToGit(journalPlace.path) ? ' (for git: *.genctl.ndjson* in .gitignore)' : '';
  const carry = `copy ${path} here${ignored}`;
  if (isFirst) {
    // Nothing is paid there.
    if (batch.facts.account.embedded) return [];
    const uncounted = isCapped ? ', and --max-cost does not count them' : '';
    return [
      `first run on this machine; if this batch ran elsewhere, ${carry}, or shots may be paid for twice${uncounted}`,
    ];
  }
  if (!isCapped || place === undefined || known.sidecarJobs === 0) return [];
  const jobs = counted(known.sidecarJobs, 'job');
  return [
    `--max-cost counts ${jobs} by the sidecars in ${place.pathOf('')}. It does not count jobs from elsewhere without a sidecar there; to count them, ${carry}`,
  ];
}

/** An ignore file comes with a cloned project. */
const limits = { bytesMost: 1024 * 1024, what: '.gitignore', isFile: true } as const;

/**
 * Tells whether a journal is in a work tree of git whose ignore files do not speak of journals: then a person who adds all files adds
 * this one. For a hint only.
 *
 * @param path absolute.
 */
export function isLeftToGit(path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (textOf(join(folder, '.gitignore')).includes('.genctl.ndjson')) return false;
    if (existsSync(join(folder, '.git'))) return true;
    if (folder === dirname(folder)) return false;
  }
}

function textOf(file: string): string {
  try {
    return readWholeText(file, limits);
  } catch {
    return '';
  }
}
