import type { OpenBatch } from '../open-batch.ts';
import type { FileNames } from '../rules/shot-name.ts';
import { plainRequest } from '../run/shot-requests.ts';
import { isRevised } from '../run/shot-state.ts';
import type { ShotNaming } from './line-shot.ts';
import type { StandingLine } from './standing-line.ts';

/** How the files of a line are called, by the files of the other jobs of its shot. Rejects where the ledger can't be read. */
export async function fileNamesOf(line: StandingLine, batch: OpenBatch): Promise<FileNames> {
  return line.namesOf(await shotNaming(line, batch));
}

async function shotNaming(line: StandingLine, batch: OpenBatch): Promise<ShotNaming> {
  const { state } = line;
  const own = 'record' in state ? state.record : undefined;
  const noted = await notedFiles(line, own?.id, batch);
  if (isRevised(state)) {
    const hasEarlier = noted === 'files' || (await hasFileElsewhere(line, own?.id, batch));
    return hasEarlier ? 'revised' : 'first';
  }
  // Its line was changed and changed back. Files that it has keep their name.
  if (noted === 'files') return own === undefined || own.files.length === 0 ? 'revised' : 'first';
  return noted === 'no job' ? 'once' : 'first';
}

/** The other jobs of a shot by its journal, and whether one of them has a file. */
async function notedFiles(
  { noted }: StandingLine,
  own: string | undefined,
  { context }: OpenBatch,
): Promise<'files' | 'no files' | 'no job'> {
  let found: 'no files' | 'no job' = 'no job';
  for (let memory = noted; memory !== undefined; memory = memory.before) {
    const { files, job } = memory;
    if (job === undefined || job === own) continue;
    if (files.length > 0) return 'files';
    const record = await (await context.ledger()).find(job);
    if (record !== undefined && record.files.length > 0) return 'files';
    found = 'no files';
  }
  return found;
}

/** Tells whether a file of an earlier request is known to the ledger, or has a sidecar in the folder. */
async function hasFileElsewhere(
  { wanted }: StandingLine,
  own: string | undefined,
  { statePorts }: OpenBatch,
): Promise<boolean> {
  const plain = await plainRequest(wanted, undefined, statePorts);
  if ((plain?.record?.files.length ?? 0) > 0) return true;
  const found = await statePorts.inFolder(wanted.shot);
  return found !== undefined && found.jobId !== own;
}
