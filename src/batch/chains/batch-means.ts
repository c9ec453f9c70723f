import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { homePlaces } from '../../account/home.ts';
import { ensurePrivateFolder, namesIn } from '../../files/folder.ts';
import { sha256 } from '../../files/lazy-node.ts';
import { entryAt } from '../../files/same-file.ts';
import { discard } from '../../files/temp-file.ts';
import type { JobRecord } from '../../ledger/record.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { once, oncePerKey } from '../../text/once.ts';

/** A frame is uploaded within minutes. One that a run left behind may serve the next one until then. Unit: ms. */
const keptMs = 24 * 60 * 60_000;

/** The programs of this machine that a batch may need, and a place for what they make. */
export async function batchMeans(context: Pick<OutputMeans, 'around' | 'clock' | 'home' | 'interruption'>) {
  const { commandRunner } = await import('../../account/keys/run-command.ts');
  const runCommand = commandRunner(context.around.environment);
  const made = new Map<string, Promise<string>>();
  return {
    runCommand,
    /** Tells whether the last frame can be cut out of a clip. Asked once. */
    canCut: once(async () => {
      const { isFfmpegHere } = await import('../../media/ffmpeg.ts');
      return isFfmpegHere({ runCommand, signal: context.interruption() });
    }),
    /**
     * The path of a file made from a job's output: the last frame of a clip, or an output that this machine lacks. Where it is not there
     * yet `make` makes it, once for all lines that ask.
     */
    async made(
      { base_url, id }: Pick<JobRecord, 'base_url' | 'id'>,
      ending: string,
      make: (path: string) => Promise<void>,
    ): Promise<string> {
      // An output never changes, so that it is the same file each time.
      const path = join(
        await openFrameFolder(context),
        `${sha256(`${base_url}\n${id}`).slice(0, 20)}-${ending}`,
      );
      if (existsSync(path)) return path;
      try {
        return await oncePerKey(made, path, () => make(path).then(() => path));
      } finally {
        // A file may be removed again, and what failed once may succeed for the next line.
        made.delete(path);
      }
    },
  };
}

/** Opens the folder for what is made of outputs. Opening it removes files older than a day. */
async function openFrameFolder({ clock, home }: Pick<OutputMeans, 'clock' | 'home'>): Promise<string> {
  const folder = join(homePlaces(await home()).cache, 'frames');
  ensurePrivateFolder(folder);
  const nowMs = clock.nowMs();
  for (const name of namesIn(folder)) {
    const entry = entryAt(join(folder, name));
    if (entry !== undefined && nowMs - entry.mtimeMs > keptMs) discard(join(folder, name));
  }
  return folder;
}
