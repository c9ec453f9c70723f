import type { OpenBatch } from '../open-batch.ts';
import { shotClaims } from '../run/shot-claims.ts';
import { isRevised, type ShotState } from '../run/shot-state.ts';
import type { WantedShot } from '../run/wanted-shot.ts';

/**
 * How the files of a shot are called. `once`: it had one request alone. `first`: it had several, and its first files are of this
 * one. `revised`: an earlier file of another request is recorded, whose name this one's must not take.
 */
export type ShotNaming = 'once' | 'first' | 'revised';

/** How the files of a shot are called, by the files of its other jobs. Rejects where the ledger can't be read. */
export async function shotNaming(
  wanted: WantedShot,
  state: ShotState,
  batch: Pick<OpenBatch, 'context' | 'statePorts'>,
): Promise<ShotNaming> {
  const own = 'record' in state ? state.record : undefined;
  const noted = await notedFiles(wanted.shot, own?.id, batch);
  if (isRevised(state)) {
    const hasEarlier = noted === 'files' || (await hasFileElsewhere(wanted, own?.id, batch));
    return hasEarlier ? 'revised' : 'first';
  }
  // Its line was changed and changed back. Files that it has keep their name.
  if (noted === 'files') return own === undefined || own.files.length === 0 ? 'revised' : 'first';
  return noted === 'no job' ? 'once' : 'first';
}

/** The other jobs of a shot by its journal, and whether one of them has a file. */
async function notedFiles(
  shot: string,
  own: string | undefined,
  { context, statePorts }: Pick<OpenBatch, 'context' | 'statePorts'>,
): Promise<'files' | 'no files' | 'no job'> {
  let found: 'no files' | 'no job' = 'no job';
  for (let memory = statePorts.journal.find(shot); memory !== undefined; memory = memory.before) {
    const { files, job } = memory;
    if (job === undefined || job === own) continue;
    if (files.length > 0) return 'files';
    const record = await (await context.ledger()).find(job);
    if (record !== undefined && record.files.length > 0) return 'files';
    found = 'no files';
  }
  return found;
}

/** Whether a file of an earlier request is known to the ledger, or has a sidecar in the folder. */
async function hasFileElsewhere(
  wanted: WantedShot,
  own: string | undefined,
  { statePorts }: Pick<OpenBatch, 'statePorts'>,
): Promise<boolean> {
  const { plain } = await shotClaims(wanted, undefined, statePorts);
  if ((plain?.claim.record?.files.length ?? 0) > 0) return true;
  const found = await statePorts.inFolder(wanted.shot);
  return found !== undefined && found.jobId !== own;
}
