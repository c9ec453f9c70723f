import type { BatchJournal } from '../journal/journal.ts';
import type { OpenBatch } from '../open-batch.ts';
import { type LineBook, leftAsTheyAre } from '../rules/line-book.ts';
import { lacksEnd, noteEnd } from '../run/journaled.ts';
import { standingLine } from './standing-line.ts';

/**
 * Notes in the journal what the ledger knows already: jobs that were over before this run, which nothing else would note there. A
 * journal that lacks them would have another machine render them again. It may be new, or put back from an older copy, or a run was
 * killed before it had caught up.
 */
export async function catchUp(batch: OpenBatch, book: LineBook, journal: BatchJournal): Promise<void> {
  for await (const row of batch.manifest.rows((place) => leftAsTheyAre.has(book.wordOf(place)))) {
    batch.context.throwIfInterrupted([]);
    const { state, wanted } = await standingLine(batch, batch.read(row));
    if ('record' in state && lacksEnd(journal, wanted.shot, state.record))
      await noteEnd(journal, wanted.shot, state.record);
  }
}
