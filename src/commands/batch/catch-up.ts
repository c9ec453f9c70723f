import { standingOf } from '../../flows/batch/standing.ts';
import type { LineBook } from '../../rules/batch/standing-code.ts';
import type { BatchJournal } from '../../store/batch/journal.ts';
import { noteEnd } from './journaled.ts';
import { lineShot } from './line-shot.ts';
import type { OpenBatch } from './open-batch.ts';

/**
 * Notes in a new journal what the ledger knows already: jobs that were over before this run, which nothing else would note there. A
 * journal that lacks them would have another machine render them again.
 */
export async function catchUp(batch: OpenBatch, book: LineBook, journal: BatchJournal): Promise<void> {
  if (!journal.isNew || book.count('done') + book.count('failed') === 0) return;
  let place = -1;
  for await (const row of batch.manifest.rows()) {
    place += 1;
    const isOver = book.wordOf(place) === 'done' || book.wordOf(place) === 'failed';
    if (!isOver || row.kind === 'fault' || row.mark !== book.markOf(place)) continue;
    batch.context.throwIfInterrupted([]);
    const { wanted } = await lineShot(batch, batch.read(row.columns));
    const standing = await standingOf(wanted, batch.standingChoices, batch.standingPorts);
    if ('record' in standing) await noteEnd(journal, wanted.shot, standing.record);
  }
}
