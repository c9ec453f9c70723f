import type { ShotRequest } from '../columns/shot-request.ts';
import type { ShotMemory } from '../journal/shot-memory.ts';
import type { OpenBatch } from '../open-batch.ts';
import type { FileNames } from '../rules/line-template.ts';
import { type HeldReason, heldReason } from '../rules/parent-state.ts';
import { plainRequest } from '../run/shot-requests.ts';
import { isRevised, type ShotState, shotStateOf } from '../run/shot-state.ts';
import { type LineShot, lineShot, type ShotNaming } from './line-shot.ts';

/** A line as it stands now: its request, and what is known of its shot. */
export interface StandingLine extends LineShot {
  /** The journal's memory of its shot. */
  noted: ShotMemory | undefined;
  state: ShotState;
  /** Why it is not sent as a new job, where another line keeps it back. */
  held: HeldReason | undefined;
}

/** Builds and checks what a line asks for, and asks what is known of its shot. Throws CliError for a line that can't be sent. */
export async function standingLine(batch: OpenBatch, request: ShotRequest): Promise<StandingLine> {
  const line = await lineShot(batch, request);
  const { id, parents } = request;
  const noted = batch.statePorts.journal.find(id);
  const ports = { ...batch.statePorts, journal: { find: () => noted } };
  const state = await shotStateOf(line.wanted, batch.stateChoices, ports);
  if (state.kind !== 'new') return { ...line, noted, state, held: undefined };
  // One that was sent before was picked then.
  const gate = state.before === undefined ? batch.gate : undefined;
  const held = heldReason(parents.ids, batch.chains.book.stateOf) ?? gate?.reasonOf(id);
  return { ...line, noted, state, held };
}

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
