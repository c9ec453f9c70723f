import { basename } from 'node:path';
import type { JobRecord } from '../../../store/ledger/record.ts';
import type { CommandContext } from '../../context/context.ts';
import type { FlagValues } from '../../line/flag.ts';
import type { showFlags } from '../journey-flags.ts';

/** Shows the files of jobs as the flags ask. With `--json` or `--quiet` a program reads the output, so nothing is drawn. */
export async function showFiles(
  context: CommandContext,
  records: readonly JobRecord[],
  { open, preview }: FlagValues<typeof showFlags>,
): Promise<void> {
  const { json, quiet } = context.globals;
  const paths = records.flatMap(({ files }) => files.map(({ path }) => path));
  if (preview && !json && !quiet) {
    const { showFrames } = await import('./preview.ts');
    const captioned = paths.map((path) => ({ path, caption: basename(path) }));
    await showFrames(context, captioned);
  }
  if (!open) return;
  const { openOrWarn } = await import('./open-file.ts');
  await openOrWarn(context, paths);
}
