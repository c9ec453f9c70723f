import { existsSync, renameSync } from 'node:fs';
import { extname } from 'node:path';
import type { ShotFile } from '../../outputs/destinations/file-place.ts';
import { readPlace } from '../../outputs/rules/place-address.ts';
import type { OpenBatch } from '../open-batch.ts';
import type { ParentWord } from '../rules/parent-word.ts';

/**
 * The output that a line takes from another one, as the place for the files has it with its sidecar. Another machine brought it
 * there, and neither this one nor the service knows its job any more. An output in a bucket is read back. Undefined where the place
 * does not have it, or has it of another job. `sha256` is the digest of the file at the path, in hex.
 */
export async function keptOutput(batch: OpenBatch, { id, takes }: ParentWord) {
  const { book } = batch.chains;
  const state = book.stateOf(id);
  const memory = await batch.statePorts.inFolder(id);
  if (memory === undefined || state?.kind !== 'there' || memory.jobId !== state.jobId) return undefined;
  const hasStill = takes === 'last_frame' && book.targetOf(id)?.hasStill === true;
  // The closing still of v1 is the last of the files of its clip.
  const file = hasStill ? memory.files.reduce(later) : memory.files.find(({ n }) => n === 0);
  const path = file === undefined ? undefined : await pathHere(batch, memory.jobId, file);
  if (file === undefined || path === undefined) return undefined;
  // The last frame is still to be cut out of a whole clip.
  const isToCut = takes === 'last_frame' && !hasStill;
  return { path, isToCut, jobId: memory.jobId, sha256: file.sha256 };
}

function later(one: ShotFile, other: ShotFile): ShotFile {
  return other.n > one.n ? other : one;
}

async function pathHere(
  { facts, means, place }: OpenBatch,
  id: string,
  { n, path }: ShotFile,
): Promise<string | undefined> {
  if (readPlace(path).kind === 'file') return path;
  const job = { base_url: facts.account.baseUrl, id };
  const copy = await means.made(job, `${n + 1}-kept${extname(path)}`, async (to) => {
    const opened = await place?.open(path);
    if (opened === undefined) return;
    try {
      renameSync(opened.path, to);
    } finally {
      opened.release();
    }
  });
  return existsSync(copy) ? copy : undefined;
}
