import { basename, dirname, resolve } from 'node:path';
import { UsageError } from '../../../errors/endings.ts';
import { batchNameOf } from '../../../rules/batch/batch-name.ts';
import { formatOfName } from '../../../store/manifest/manifest-format.ts';
import type { BatchInput } from '../batch-input.ts';

/**
 * Where the manifest of the finals goes: beside that of the drafts, unless another file is named. Throws UsageError.
 *
 * @param drafts the path of their manifest, and the name of the batch, with that of the shard.
 */
export function finalsPath(
  workingFolder: string,
  { finals }: Pick<BatchInput, 'finals'>,
  drafts: { path: string; part: string },
): string {
  const path =
    finals === undefined
      ? resolve(dirname(drafts.path), `${drafts.part}.finals.jsonl`)
      : resolve(workingFolder, finals);
  if (formatOfName(path) !== 'jsonl') {
    throw new UsageError({
      code: 'manifest_format',
      message: `${path} can't be the manifest of the finals`,
      why: 'It is written as JSONL, and by its name it would be read as something else.',
      hint: '--finals finals.jsonl',
    });
  }
  // The line that runs it calls the batch as the file is called.
  batchNameOf(basename(path));
  return path;
}
