import { basename, relative } from 'node:path';
import { UsageError } from '../../errors/endings.ts';
import { type LineBook, type StandingWord, standingWords } from '../../rules/batch/standing-code.ts';
import { isLeftToGit } from '../../store/batch/left-to-git.ts';
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
 * What a first run tells, in one line: what would be rendered again where the batch was begun elsewhere, and what to carry so that
 * it is not. Undefined where the batch is known here.
 */
export function firstRunLine(batch: OpenBatch, book: LineBook): string | undefined {
  if (isKnown(batch, book) || book.count('new') === 0) return undefined;
  const { context, facts, journalPlace } = batch;
  const hours = facts.defaults.idempotencyWindowMs / 3_600_000;
  const path = relative(context.around.workingFolder, journalPlace.path) || basename(journalPlace.path);
  const ignored = isLeftToGit(journalPlace.path) ? ' (for git: *.genctl.ndjson* in .gitignore)' : '';
  return `a first run here: v2 shots that were sent from elsewhere more than ${hours} h ago, and v1 shots at any time, would be rendered again; the memory to carry is ${path}${ignored}`;
}
