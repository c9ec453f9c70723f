import type { CliError } from '../errors/cli-error.ts';
import { MachineError } from '../errors/endings.ts';
import { either, genctl, say, thenAgain } from '../errors/hint.ts';
import { failureOf } from '../errors/system-trouble.ts';
import { countsUp, namesBeginning } from '../files/name-template.ts';
import type { Listener } from '../ledger/events.ts';
import { missingFileWords } from '../ledger/missing-outputs.ts';
import type { DownloadedFile, JobRecord } from '../ledger/record.ts';
import type { Output } from '../service/job.ts';
import { hasLink } from '../service/output-link.ts';
import type { FilePlace, OutputSource } from './destinations/file-place.ts';
import { fetchByLinks, type LinkSource } from './keep/fetch-output.ts';
import { taken } from './named-file.ts';
import { isOutputName, type NameOf, outputName, pathsToTry } from './names/output-name.ts';
import { besideFile, ownerOf, type SidecarOwner } from './names/sidecar-place.ts';

/** How a file came to be here: by the record, unrecorded, or by its link. */
type HowHere = 'known' | 'recognised' | 'fetched';

export interface DownloadPorts {
  /** The means to fetch any output of the job. */
  means: Omit<OutputSource, 'keyless' | 'onProgress' | 'url'>;
  links: LinkSource;
  /** The place that the files go to, and the files that are there already. */
  place: Pick<FilePlace, 'exists' | 'fetch' | 'pathOf' | 'recognise' | 'sidecarPlace' | 'stands'>;
  /** Records a file that is here: writes its sidecar, and the path of its newest copy. */
  keep(file: DownloadedFile, of: { how: HowHere }): Promise<void>;
  /** How the job's id stands in names: its shortest beginning that no other job here has. */
  idBeginning(): Promise<string>;
  /** Takes the first path for an output that no other file of this run has, where it may replace what stands there. */
  takeName(index: number, paths: Iterable<string>): Promise<string | undefined>;
  /** The job's request as it was rendered: a final has its draft's words. */
  rendered: unknown;
  /** Why the service could not be asked again for the links that the job lacks; absent if it answered. */
  lookFailure?: CliError | undefined;
  listen: Listener;
}

export interface DownloadPlan {
  template: string;
  /** The templates by which a file may have got its name before. */
  formerTemplates?: readonly string[] | undefined;
  overwrite: boolean;
  /** The place of the one output to fetch, from 0; all unless given. */
  only?: number | undefined;
  /** True if a person named the file: it gets no other name. */
  isNamed?: boolean | undefined;
  /** True if it gets a sidecar, whose name must be free as well. */
  sidecar?: boolean | undefined;
  /** True if a file that was lost before this run is no failure any more. */
  skipsLost?: boolean | undefined;
}

/** An output that is to be here. */
interface WantedOutput {
  record: JobRecord;
  output: Output;
  index: number;
  owner: SidecarOwner;
  pathOf: NameOf;
}

/** Its names by one template, in their order, and the paths that the job's other outputs have. */
interface FreeNames {
  paths(): Iterable<string>;
  others: readonly string[];
}

/**
 * Downloads every output of a finished job that is not there yet, and records each one as it arrives. So none is fetched twice after a
 * failure or a kill. Throws CliError for the first output that can't be fetched; for outputs without a link once the others are here.
 */
export async function downloadOutputs(
  record: JobRecord,
  plan: DownloadPlan,
  ports: DownloadPorts,
): Promise<DownloadedFile[]> {
  const files: DownloadedFile[] = [];
  let missing = 0;
  for (const [index, output] of (record.job.outputs ?? []).entries()) {
    if (index !== (plan.only ?? index)) continue;
    const named = outputName(record, { output, index, rendered: ports.rendered });
    const pathOf: NameOf = (...of) => ports.place.pathOf(named(...of));
    const wanted = { record, output, index, owner: ownerOf(record, index), pathOf };
    const brought = await bringOutput(wanted, files, plan, ports);
    if (brought === undefined) {
      missing += 1;
      continue;
    }
    const [file, how] = brought;
    await ports.keep(file, { how });
    files.push(file);
  }
  if (missing > 0 && plan.skipsLost !== true) throw noLinks(record, missing, ports.lookFailure);
  return files;
}

/** Finds an output by its record, recognises it in its place, or else fetches it. Undefined if it has no link to fetch it by. */
async function bringOutput(
  wanted: WantedOutput,
  before: readonly DownloadedFile[],
  plan: DownloadPlan,
  ports: DownloadPorts,
): Promise<[file: DownloadedFile, how: HowHere] | undefined> {
  const { place } = ports;
  const { index, output, owner, pathOf, record } = wanted;
  const templates = [plan.template, ...(plan.formerTemplates ?? [])];
  const isWanted = (path: string): boolean =>
    isOutputName(path, templates, { record, output, index, rendered: ports.rendered, pathOf: place.pathOf });
  // The newest copy counts.
  for (const file of plan.overwrite ? [] : record.files.toReversed())
    if (file.index === index && isWanted(file.path) && (await place.stands(file))) return [file, 'known'];
  const others = before.map(({ path }) => path);
  for (const file of record.files)
    if (file.index > index && (await place.stands(file))) others.push(file.path);
  const id8 = namesBeginning(plan.template) ? await ports.idBeginning() : '';
  const namesBy = (template: string) => pathsToTry(template, (v) => pathOf(template, id8, v));
  // Nothing may say that it is here, as after a kill between naming the file and recording it.
  for (const template of plan.overwrite ? [] : templates)
    for (const path of namesBy(template)) {
      if (!(await place.exists(path))) break;
      const file = others.includes(path) ? undefined : await place.recognise(path, owner);
      if (file !== undefined) return [{ ...file, index }, 'recognised'];
    }
  if (!hasLink(output)) return undefined;
  const names = { paths: () => namesBy(plan.template), others };
  return [await fetchWanted(wanted, names, plan, ports), 'fetched'];
}

/** The paths to give an output, of which the first one is wanted most. Rejects with CliError where it may have none. */
async function pathsToGive(
  { index, owner }: WantedOutput,
  { paths }: FreeNames,
  { isNamed, overwrite, sidecar, template }: DownloadPlan,
  { place, takeName }: DownloadPorts,
): Promise<[path: string, paths: () => Iterable<string>]> {
  const [first = ''] = paths();
  if (overwrite) {
    const path = await takeName(index, paths());
    if (path === undefined) throw noNameLeft(first);
    return [path, () => [path]];
  }
  if (isNamed === true) {
    const flag = '--output FILE';
    if (await place.exists(first)) throw taken({ path: first, what: 'output', flag });
    const { kind } = sidecar === true ? await place.sidecarPlace(first, owner) : { kind: 'free' };
    if (kind === 'other' || kind === 'foreign')
      throw taken({ path: besideFile(first), what: 'sidecar', flag: `--no-sidecar, ${flag}` });
  }
  if (countsUp(template)) for (const path of paths()) if (!(await place.exists(path))) return [path, paths];
  return [first, paths];
}

async function fetchWanted(
  wanted: WantedOutput,
  names: FreeNames,
  plan: DownloadPlan,
  ports: DownloadPorts,
): Promise<DownloadedFile> {
  const { index, output, owner, record } = wanted;
  const { listen, means, place } = ports;
  const [path, paths] = await pathsToGive(wanted, names, plan, ports);
  const { overwrite, sidecar = false } = plan;
  const placed = { path, paths, others: names.others, contentType: output.content_type };
  const told = { jobId: record.id, index, path };
  const onProgress = (bytesDone: number, bytesTotal: number | undefined): void =>
    listen({ kind: 'download-progress', jobId: record.id, index, bytesDone, bytesTotal });
  listen({ kind: 'download-started', ...told });
  try {
    const file = await fetchByLinks(index, ports.links, listen, (link) =>
      place.fetch({ ...placed, owner, overwrite, sidecar }, { ...means, ...link, onProgress }),
    );
    if (file.path !== path) await tellSpoilt(wanted, ports, { path, got: file.path });
    listen({ kind: 'downloaded', ...told, path: file.path, bytes: file.bytes });
    return { index, path: file.path, bytes: file.bytes, sha256: file.sha256 };
  } catch (error) {
    listen({ kind: 'download-stopped', ...told, reason: failureOf(error)?.message });
    throw error;
  }
}

/**
 * Says so where an output got another name because its own has a file that is no more what it was: by the record, or by the sidecar
 * of another machine. Nothing is replaced. What another job or somebody else put there is no matter.
 */
async function tellSpoilt(
  { index, owner, record }: WantedOutput,
  { listen, place }: DownloadPorts,
  { got, path }: { got: string; path: string },
): Promise<void> {
  const isRecorded = record.files.some((file) => file.path === path && file.index === index);
  if (!isRecorded && (await place.sidecarPlace(path, owner)).kind !== 'own') return;
  listen({ kind: 'warning', message: `${path} exists already with other content; the download is ${got}` });
}

/** The error for a file that would have to replace another one of this run. */
function noNameLeft(path: string): MachineError {
  return new MachineError({
    code: 'names_taken',
    message: `${path} can't get a name`,
    why: 'files of this run have all its names, and --overwrite replaces none of them',
    ofOne: true,
    hint: say`another --name${thenAgain}`,
  });
}

/**
 * The error for a job that succeeded although a file of it can't be fetched: it was paid for, so this is no success.
 * @see service document §2.1
 */
function noLinks(record: JobRecord, missing: number, lookFailure: CliError | undefined): MachineError {
  const { id, lost_at } = record;
  const files = missingFileWords(record, missing);
  if (lost_at !== undefined)
    return new MachineError({
      code: 'output_lost',
      message: `${id} succeeded, but ${files} can't be fetched any more`,
      why: `Its answer never had a usable link, and the service no longer keeps the job. The file counts as lost since ${lost_at.slice(0, 10)}.`,
      ofOne: true,
      retryable: false,
      hint: either(genctl`show ID --json`, '; rerun renders it once more, and is charged again'),
      jobId: id,
    });
  const unasked = lookFailure === undefined ? '' : ` genctl could not ask again: ${lookFailure.message}.`;
  return new MachineError({
    code: 'no_outputs',
    message: `${id} succeeded, but ${files} can't be fetched`,
    why: `The service's answer has no usable link to ${missing === 1 ? 'it' : 'them'}.${unasked}`,
    ofOne: true,
    hint: say`${genctl`show ID --json`}, then: ${genctl`download ID`}`,
    jobId: id,
  });
}
