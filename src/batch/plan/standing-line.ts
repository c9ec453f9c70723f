import { isExecNoted } from '../../follow/exec/run-exec.ts';
import type { DownloadedFile, JobRecord } from '../../ledger/record.ts';
import { renderedOf } from '../../ledger/rendered-requests.ts';
import type { FilePlace } from '../../outputs/destinations/file-place.ts';
import { mayStand } from '../../outputs/files-here.ts';
import type { FilePlan } from '../../outputs/journey.ts';
import { isOutputName } from '../../outputs/names/output-name.ts';
import { shownPath } from '../../outputs/names/shown-path.ts';
import { counted } from '../../text/shown-value.ts';
import type { ShotRequest } from '../columns/shot-request.ts';
import type { ShotMemory } from '../journal/shot-memory.ts';
import type { OpenBatch } from '../open-batch.ts';
import type { ShotStateWord } from '../rules/line-book.ts';
import type { FileNames } from '../rules/line-template.ts';
import { type HeldReason, heldReason } from '../rules/parents.ts';
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
  const noted = batch.statePorts.journal.find(line.wanted.shot);
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

/** The word for what is known of a line, by which it is counted and by which a later pass goes. `names` are those of its files. */
export async function wordOfState(
  state: ShotState,
  names: FileNames,
  batch: OpenBatch,
): Promise<ShotStateWord> {
  const { exec } = batch.journey;
  const lacksExec = (record: JobRecord) => exec !== undefined && !isExecNoted(exec, record);
  switch (state.kind) {
    case 'new':
      return state.before === undefined ? 'new' : 'retry';
    case 'succeeded':
      return lacksExec(state.record) || (await lacksFiles(batch, names, state.record)) ? 'fetch' : 'done';
    case 'failed':
      return lacksExec(state.record) ? 'fetch' : 'failed';
    case 'here':
      return 'done';
    default:
      return state.kind;
  }
}

/** The files of a job that are in a place; all of them where no place is asked for. Those of runs into other places are known, too. */
export function filesWithin(place: FilePlace | undefined, { files }: JobRecord): JobRecord['files'] {
  return files.filter(({ path }) => place === undefined || place.has(path));
}

/**
 * Tells whether a job lacks files: not all are in their place, under their names and whole, and verified where that is asked for.
 * Without a place no files are wanted.
 */
async function lacksFiles(
  { context, journey: { overwrite, verify }, place }: OpenBatch,
  { formerTemplates, template }: FileNames,
  record: JobRecord,
): Promise<boolean> {
  if (place === undefined) return false;
  const outputs = record.job.outputs ?? [];
  const templates = [template, ...formerTemplates];
  if (overwrite || outputs.length === 0) return true;
  const rendered = await renderedOf(context, record);
  for (const [index, output] of outputs.entries()) {
    const { pathOf } = place;
    const files = record.files.filter(
      (file) =>
        file.index === index &&
        isOutputName(file.path, templates, { record, output, index, rendered, pathOf }) &&
        isVerified(file, verify),
    );
    if (!(await doesAnyStand(place, files))) return true;
  }
  return false;
}

async function doesAnyStand(place: FilePlace, files: JobRecord['files']): Promise<boolean> {
  for (const file of files) if (await place.stands(file)) return true;
  return false;
}

/** Tells whether a file was looked at as far as is asked for. One that is not what was asked for fails in every run with `--strict`. */
function isVerified({ findings }: DownloadedFile, verify: FilePlan['verify']): boolean {
  if (verify === 'no') return true;
  const isAsAsked = findings?.every(({ severity }) => severity !== 'mismatch');
  return verify === 'strict' ? isAsAsked === true : findings !== undefined;
}

/** So many files are named; the others are counted. */
const namedMost = 20;

export type NamesOfLines = ReturnType<typeof createNamesOfLines>;

/** The names of files of the lines that have no end yet, by the original ids of their shots. Also the files that revised lines have outdated. */
export function createNamesOfLines({ context, journey, statePorts }: OpenBatch) {
  const { workingFolder } = context.around;
  const names = new Map<string, FileNames>();
  const outdated = new Set<string>();
  return {
    begin({ formerTemplates, original, template }: FileNames & { original: string }): void {
      names.set(original, { formerTemplates, template });
    },
    of: (shot: string | undefined) => (shot === undefined ? undefined : names.get(shot)),
    /** `record`: its job, where it is done. */
    end(shot: string, record: JobRecord | undefined): void {
      const isRevised = (names.get(shot)?.formerTemplates ?? []).length > 0;
      names.delete(shot);
      if (!isRevised || record === undefined || record.files.length === 0) return;
      for (const path of earlierFiles(statePorts.journal.find(shot), record)) outdated.add(path);
    },
    /** Tells which files are of an earlier request of a line that was revised: they stay. */
    tellOutdated(): void {
      if (outdated.size === 0) return;
      const place = { dir: journey.dir, workingFolder };
      const shown = [...outdated].slice(0, namedMost).map((path) => shownPath(path, place));
      const more = outdated.size > namedMost ? [`${outdated.size - namedMost} more`] : [];
      const are = outdated.size === 1 ? 'is outdated: its line was' : 'are outdated: their lines were';
      const message = `${counted(outdated.size, 'file')} ${are} revised: ${[...shown, ...more].join(', ')}`;
      context.listen({ kind: 'warning', message });
    },
  };
}

/** The files of a shot's other jobs that are still there, as the journal has them. */
function earlierFiles(newest: ShotMemory | undefined, { files, id }: JobRecord): string[] {
  const own = new Set(files.map(({ path }) => path));
  const paths: string[] = [];
  for (let memory = newest; memory !== undefined; memory = memory.before)
    for (const file of memory.job === id ? [] : memory.files)
      if (!own.has(file.path) && mayStand(file)) paths.push(file.path);
  return paths;
}
