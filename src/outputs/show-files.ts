import { basename } from 'node:path';
import type { FlagValues } from '../cli/flag.ts';
import type { JobRecord } from '../ledger/record.ts';
import type { showFlags } from './journey-flags.ts';
import type { OutputMeans } from './output-means.ts';
import { isObjectUri } from './rules/place-address.ts';

/** Shows the files of jobs as the flags ask. With `--json` or `--quiet` a program reads the output, so nothing is drawn. */
export async function showFiles(
  context: OutputMeans,
  records: readonly JobRecord[],
  { open, preview }: FlagValues<typeof showFlags>,
): Promise<void> {
  const { json, quiet } = context.globals;
  const [objects, paths] = partedPaths(records);
  if (objects.length > 0 && (open || preview)) {
    const message = `${objects.join(', ')}: genctl shows local files only; to download them: ${context.onward.line(
      records.map(({ id }) => id),
      'download',
      { plain: true, more: ['-D', '.'] },
    )}`;
    context.listen({ kind: 'warning', message });
  }
  if (preview && !json && !quiet) {
    const { showFrames } = await import('./preview.ts');
    const captioned = paths.map((path) => ({ path, caption: basename(path) }));
    await showFrames(context, captioned);
  }
  if (!open) return;
  const { openOrWarn } = await import('./open-file.ts');
  await openOrWarn(context, paths);
}

/** The files of jobs: those in buckets, and those that are here. */
function partedPaths(records: readonly JobRecord[]): [objects: string[], paths: string[]] {
  const all = records.flatMap(({ files }) => files.map(({ path }) => path));
  return [all.filter(isObjectUri), all.filter((path) => !isObjectUri(path))];
}
