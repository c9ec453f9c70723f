import type { ManifestRow } from '../manifest/manifest-row.ts';
import type { OpenBatch } from '../open-batch.ts';
import type { LineBook, ShotStateWord } from '../rules/line-book.ts';

/** A line of the manifest, read again after it was checked. */
export interface BookedRow {
  row: ManifestRow;
  /** It is another than the one that was checked, or there was none in its place. */
  isChanged: boolean;
  word: ShotStateWord;
}

/** Reads the manifest once more: its lines whose state is one of these words by the book, in their order. */
export async function* bookedRows(
  { manifest }: Pick<OpenBatch, 'manifest'>,
  book: LineBook,
  isWanted: (word: ShotStateWord) => boolean,
): AsyncGenerator<BookedRow> {
  let place = -1;
  for await (const row of manifest.rows()) {
    place += 1;
    const word = book.wordOf(place);
    if (isWanted(word)) yield { row, word, isChanged: row.mark !== book.markOf(place) };
  }
}
