import { CliError } from '../../errors/cli-error.ts';
import type { ManifestRow } from '../manifest/manifest-row.ts';
import type { OpenedBatch } from '../open-batch.ts';

/** What a line is called, the lines that it names, and the one that makes its draft; undefined where it can't be read, which its own check tells. */
export function rowNames(
  row: ManifestRow,
  read: OpenedBatch['read'],
): { id: string; parents: readonly string[]; draft: string | undefined } | undefined {
  if (row.kind === 'fault') return undefined;
  try {
    const { id, parents } = read(row.columns);
    return { id, parents: parents.ids, draft: parents.draft?.id };
  } catch (error) {
    if (error instanceof CliError) return undefined;
    throw error;
  }
}
