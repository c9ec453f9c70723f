import { basename, dirname, resolve } from 'node:path';
import { batchNameOf } from '../rules/batch-name.ts';

/**
 * The path of the manifest of finals: beside that of their drafts. Throws UsageError.
 *
 * @param part the name of the drafts' batch, with that of the shard.
 */
export function finalsPath(draftsPath: string, part: string): string {
  const path = resolve(dirname(draftsPath), `${part}.finals.jsonl`);
  // The line that runs it calls the batch as the file is called.
  batchNameOf(basename(path));
  return path;
}
