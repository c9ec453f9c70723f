import type { JobRecord } from '../../store/ledger/record.ts';
import type { CommandContext } from '../context/context.ts';
import type { FlagValues } from '../line/flag.ts';
import type { showFlags } from './journey-flags.ts';

/** Shows the files of jobs as the flags ask; nothing is drawn or opened for a program. */
export async function showFiles(
  context: CommandContext,
  records: readonly JobRecord[],
  { open, preview }: FlagValues<typeof showFlags>,
): Promise<void> {
  const { around, globals, listen } = context;
  const paths = records.flatMap(({ files }) => files.map(({ path }) => path));
  if (preview && !globals.json && !globals.quiet) {
    const { captionOf, showFrames } = await import('./preview.ts');
    await showFrames(
      context,
      paths.map((path) => ({ path, caption: captionOf(path) })),
    );
  }
  if (!open) return;
  const { openFile } = await import('./open-file.ts');
  for (const path of paths) {
    const why = await openFile(path, around.platform);
    if (why !== undefined) listen({ kind: 'warning', message: `${path} can't be opened: ${why}` });
  }
}
