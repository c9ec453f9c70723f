import { manifestChanged } from '../../../store/manifest/manifest.ts';
import type { ManifestRow } from '../../../store/manifest/manifest-row.ts';
import type { OpenBatch } from '../open-batch.ts';
import { rowNames } from './row-names.ts';

/**
 * Checks the lines that stand behind others which wait for them, so that all is known of them when those are checked. Each pass
 * over the manifest gets on by one line of each chain at least. Throws UsageError where the manifest has changed meanwhile.
 */
export async function checkBehind(
  { chains: { book, graph }, context, input, manifest, read }: OpenBatch,
  check: (row: ManifestRow) => Promise<unknown>,
): Promise<void> {
  const open = new Set([...graph.behind].filter((id) => book.stateOf(id) === undefined));
  while (open.size > 0) {
    const before = open.size;
    let last = 0;
    for await (const row of manifest.rows()) {
      context.throwIfInterrupted([]);
      last = row.line;
      const { id, parents } = rowNames(row, read) ?? { id: '', parents: [] };
      const isReady = parents.every((parent) => book.stateOf(parent) !== undefined);
      // Of two lines with one id the second is refused, so that it has no part in this.
      if (isReady && open.delete(id)) await check(row);
    }
    if (open.size === before) throw manifestChanged(input.file, last);
  }
}
