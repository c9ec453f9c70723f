import { basename, relative } from 'node:path';
import { UsageError } from '../../errors/endings.ts';
import { type LineBook, type StandingWord, standingWords } from '../../rules/batch/standing-code.ts';
import { counted } from '../../rules/shown-value.ts';
import { isLeftToGit } from '../../store/batch/left-to-git.ts';
import type { KnownJobs } from './left-over.ts';
import type { OpenBatch } from './open-batch.ts';

/** Lines of which nothing is known. */
const unknown: ReadonlySet<StandingWord> = new Set(['new', 'waiting', 'held', 'invalid', 'elsewhere']);

/** Whether this machine knows anything of a batch: by a journal, or of one of its lines. */
function isKnown({ journal }: OpenBatch, book: LineBook): boolean {
  return journal?.isNew === false || standingWords.some((word) => !unknown.has(word) && book.count(word) > 0);
}

/** Refuses to begin a batch that `--resume` says was begun before. Throws UsageError. */
export function assertKnown(batch: OpenBatch, book: LineBook): void {
  const { input, journalPlace, name } = batch;
  if (!input.resume || isKnown(batch, book)) return;
  throw new UsageError({
    code: 'batch_unknown',
    message: `nothing is known here of the batch ${name}; nothing was sent`,
    why: `--resume goes on with a batch that was begun, and neither the ledger, nor a journal at ${journalPlace.path}, nor the folder for the files knows a shot of it.`,
    hint: `bring the journal along: --journal PATH; or, where it is new, leave --resume out`,
  });
}

/**
 * What a run tells that can't know all of the batch: what a first one would render again where the batch was begun elsewhere, what
 * `--max-cost` does not count, and what to carry.
 */
export function memoryLines(batch: OpenBatch, book: LineBook, known: KnownJobs): string[] {
  const { context, journal, journalPlace, money, place } = batch;
  const isFirst = !isKnown(batch, book) && book.count('new') > 0;
  const isCapped = money?.maxCost !== undefined && journal?.isNew !== false && !known.isRecorded;
  const path = relative(context.around.workingFolder, journalPlace.path) || basename(journalPlace.path);
  const ignored = isLeftToGit(journalPlace.path) ? ' (for git: *.genctl.ndjson* in .gitignore)' : '';
  const carry = `the memory to carry is ${path}${ignored}`;
  if (isFirst) {
    const hours = batch.facts.defaults.idempotencyWindowMs / 3_600_000;
    const uncounted = isCapped ? ', and --max-cost does not count them' : '';
    return [
      `a first run here: v2 shots that were sent from elsewhere more than ${hours} h ago, and v1 shots at any time, would be rendered again${uncounted}; ${carry}`,
    ];
  }
  if (!isCapped || place === undefined || known.sidecarJobs === 0) return [];
  const jobs = counted(known.sidecarJobs, 'job');
  return [
    `--max-cost counts ${jobs} by the sidecars in ${place.pathOf('')}; jobs from elsewhere that left none there are not counted; ${carry}`,
  ];
}
