import { join } from 'node:path';
import { homePlaces } from '../../account/home.ts';
import { ensurePrivateFolder, namesIn } from '../../files/folder.ts';
import { sha256 } from '../../files/lazy-node.ts';
import { entryAt } from '../../files/same-file.ts';
import { discard } from '../../files/temp-file.ts';
import type { JobRecord } from '../../ledger/record.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';

/** A frame is uploaded within minutes. One that a run left behind may serve the next one until then. Unit: ms. */
const keptMs = 24 * 60 * 60_000;

/**
 * Opens the folder for things made of outputs for other lines, until they are uploaded. These are the last frames of clips, and
 * outputs that are nowhere else on this machine. Opening it removes files older than a day.
 */
export async function openFrameFolder({ clock, home }: Pick<OutputMeans, 'clock' | 'home'>): Promise<{
  /** The path for something of a job. An output never changes, so that it is the same file each time. */
  pathOf(job: Pick<JobRecord, 'base_url' | 'id'>, ending: string): string;
}> {
  const folder = join(homePlaces(await home()).cache, 'frames');
  ensurePrivateFolder(folder);
  const nowMs = clock.nowMs();
  for (const name of namesIn(folder)) {
    const entry = entryAt(join(folder, name));
    if (entry !== undefined && nowMs - entry.mtimeMs > keptMs) discard(join(folder, name));
  }
  return {
    pathOf: ({ base_url, id }, ending) =>
      join(folder, `${sha256(`${base_url}\n${id}`).slice(0, 20)}-${ending}`),
  };
}
