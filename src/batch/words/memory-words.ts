import { existsSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { UsageError } from '../../errors/endings.ts';
import { readWholeText } from '../../files/read-whole.ts';
import { counted } from '../../text/shown-value.ts';
import type { OpenBatch } from '../open-batch.ts';
import type { KnownJobs } from '../plan/left-over.ts';
import { type LineBook, type ShotStateWord, shotStateWords } from '../rules/line-book.ts';

/** Lines of which nothing is known. */
const unknown: ReadonlySet<ShotStateWord> = new Set([
  ...(['new', 'waiting', 'held', 'invalid', 'elsewhere', 'unchosen'] as const),
]);

/** Tells whether this machine knows anything of a batch: by a journal, or of one of its lines. */
function isKnown({ journal }: OpenBatch, book: LineBook): boolean {
  return (
    journal?.isNew === false || shotStateWords.some((word) => !unknown.has(word) && book.count(word) > 0)
  );
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
  const isCapped = money?.maxCost !== undefined && journal?.isNew !== false && !known.isRecorded;
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
