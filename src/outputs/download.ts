import { MachineError } from '../errors/endings.ts';
import { genctl, say, thenAgain } from '../errors/hint.ts';
import { failureOf } from '../errors/system-trouble.ts';
import { countsUp, namesBeginning } from '../files/name-template.ts';
import type { Listener } from '../ledger/events.ts';
import type { DownloadedFile, JobRecord } from '../ledger/record.ts';
import type { Output } from '../service/job.ts';
import type { FetchedFile, FilePlace, OutputLink } from './destinations/file-place.ts';
import { fetchByLinks, type OutputLinks } from './keep/fetch-output.ts';
import { taken } from './named-file.ts';
import { isNamedBy, type NameOf, outputName, pathsToTry } from './names/output-name.ts';
import { besideFile, ownerOf } from './names/sidecar-place.ts';

export interface DownloadPorts {
  /**
   * Fetches a link to the first of its paths that is free, and reports progress. Throws CliError;
   * `DeadLinkError` where the link is dead.
   */
  fetch(link: OutputLink, onProgress: OnProgress): Promise<FetchedFile>;
  /** The vendor's own links to the record's outputs, in their order; only v1 shows them. */
  vendorLinks: readonly (string | undefined)[];
  /** Asks the job for its links again. */
  freshLinks(): Promise<OutputLinks | undefined>;
  /** The place that the files go to, and the files that are there already. */
  place: Pick<FilePlace, 'exists' | 'pathOf' | 'recognise' | 'sidecarPlace' | 'stands'>;
  /** Records a file that is here: writes its sidecar, and the path of its newest copy. */
  keep(file: DownloadedFile, of: { how: 'known' | 'recognised' | 'fetched' }): Promise<void>;
  /** How the job's id stands in names: its shortest beginning that no other job here has. */
  idBeginning(): Promise<string>;
  /** Takes the first path for an output that no other file of this run has, where it may replace what stands there. */
  takeName(index: number, paths: Iterable<string>): Promise<string | undefined>;
  /** The job's request as it was rendered: a final has its draft's words. */
  rendered: unknown;
  listen: Listener;
}

/** Reports progress. The total is undefined where the host does not tell. Unit: bytes. */
type OnProgress = (bytesDone: number, bytesTotal: number | undefined) => void;

export interface DownloadPlan {
  template: string;
  /** The template by which a file may have got its name before. */
  formerTemplate?: string | undefined;
  overwrite: boolean;
  /** The place of the one output to fetch, from 0; all unless given. */
  only?: number | undefined;
  /** True if a person named the file: it gets no other name. */
  isNamed?: boolean | undefined;
  /** True if it gets a sidecar, whose name must be free as well. */
  sidecar?: boolean | undefined;
}

/**
 * Downloads every output of a finished job that is not there yet, and records each one as it arrives. So none is fetched twice after a
 * failure or a kill. Throws CliError for the first output that can't be fetched.
 */
export async function downloadOutputs(
  record: JobRecord,
  plan: DownloadPlan,
  ports: DownloadPorts,
): Promise<DownloadedFile[]> {
  const files: DownloadedFile[] = [];
  const { outputs = [] } = record.job;
  if (outputs.length === 0) throw noOutputs(record.id);
  for (const [index, output] of outputs.entries()) {
    if (index !== (plan.only ?? index)) continue;
    const named = outputName(record, { output, index, rendered: ports.rendered });
    const pathOf: NameOf = (...of) => ports.place.pathOf(named(...of));
    const known = plan.overwrite ? undefined : await knownFile(record, { index, pathOf }, plan, ports.place);
    const { file, how } =
      known === undefined
        ? await newFile({ record, output, index, pathOf, files }, plan, ports)
        : ({ file: known, how: 'known' } as const);
    await ports.keep(file, { how });
    files.push(file);
  }
  return files;
}

/** An output that no record has under a wanted name: it is recognised in its place, or else fetched. */
async function newFile(
  {
    files,
    pathOf,
    ...output
  }: Omit<WantedOutput, 'nameOf' | 'others'> & {
    pathOf: NameOf;
    files: readonly DownloadedFile[];
  },
  plan: DownloadPlan,
  ports: DownloadPorts,
): Promise<{ file: DownloadedFile; how: 'fetched' | 'recognised' }> {
  const id8 = namesBeginning(plan.template) ? await ports.idBeginning() : '';
  const later = await laterFiles(output.record, output.index, ports.place);
  const others = [...later, ...files].map(({ path }) => path);
  const wantedBy = (template: string): WantedOutput => ({
    ...output,
    others,
    nameOf: (v) => pathOf(template, id8, v),
  });
  for (const template of templatesOf(plan)) {
    const file = await recognised(wantedBy(template), { ...plan, template }, ports);
    if (file !== undefined) return { file, how: 'recognised' };
  }
  const wanted = wantedBy(plan.template);
  if (plan.isNamed === true) await assertFree(wanted, plan, ports.place);
  return { file: await fetched(wanted, plan, ports), how: 'fetched' };
}

/** The template of the name to give, and that by which the file may have got its name before. */
function templatesOf({ formerTemplate, template }: DownloadPlan): string[] {
  return [template, formerTemplate].filter((one) => one !== undefined);
}

/** Throws UsageError where the name of a file, or of its sidecar, is another's. */
async function assertFree(
  { index, nameOf, record }: WantedOutput,
  { overwrite, sidecar }: DownloadPlan,
  place: DownloadPorts['place'],
): Promise<void> {
  if (overwrite) return;
  const [path, flag] = [nameOf(1), '--output FILE'];
  if (await place.exists(path)) throw taken({ path, what: 'output', flag });
  if (sidecar !== true) return;
  const { kind } = await place.sidecarPlace(path, ownerOf(record, index));
  if (kind === 'other' || kind === 'foreign')
    throw taken({ path: besideFile(path), what: 'sidecar', flag: `--no-sidecar, ${flag}` });
}

/** An output to fetch, and the names that it may get: `nameOf` gives them by the number that the template counts up. */
interface WantedOutput {
  record: JobRecord;
  output: Output;
  index: number;
  nameOf(v: number): string;
  /** Paths of the job's other outputs. */
  others: readonly string[];
}

/** The recorded copies of the outputs behind one. */
async function laterFiles(
  { files }: JobRecord,
  index: number,
  { stands }: Pick<FilePlace, 'stands'>,
): Promise<DownloadedFile[]> {
  const standing: DownloadedFile[] = [];
  for (const file of files) if (file.index > index && (await stands(file))) standing.push(file);
  return standing;
}

/** The newest recorded copy that is still there under a name that is wanted, or was when it came. */
async function knownFile(
  { files, id }: JobRecord,
  { index, pathOf }: { index: number; pathOf: NameOf },
  plan: DownloadPlan,
  { stands }: Pick<FilePlace, 'stands'>,
): Promise<DownloadedFile | undefined> {
  for (const file of files.toReversed()) {
    const isNamed = templatesOf(plan).some((template) =>
      isNamedBy(file.path, template, { id, nameOf: pathOf }),
    );
    if (file.index === index && isNamed && (await stands(file))) return file;
  }
  return undefined;
}

/**
 * Finds the output where it is complete although no record says so, as after a kill between naming the file and recording it.
 */
async function recognised(
  wanted: WantedOutput,
  plan: DownloadPlan,
  ports: DownloadPorts,
): Promise<DownloadedFile | undefined> {
  if (plan.overwrite) return undefined;
  const owner = ownerOf(wanted.record, wanted.index);
  for (const path of pathsToTry(plan.template, wanted.nameOf)) {
    if (!(await ports.place.exists(path))) return undefined;
    const file = wanted.others.includes(path) ? undefined : await ports.place.recognise(path, owner);
    if (file !== undefined) return { ...file, index: wanted.index };
  }
  return undefined;
}

async function fetched(
  { record, output, index, nameOf, others }: WantedOutput,
  plan: DownloadPlan,
  ports: DownloadPorts,
): Promise<DownloadedFile> {
  const ofTemplate = () => pathsToTry(plan.template, nameOf);
  const taken = plan.overwrite ? await ports.takeName(index, ofTemplate()) : undefined;
  if (plan.overwrite && taken === undefined) throw noNameLeft(nameOf(1));
  const paths = taken === undefined ? ofTemplate : () => [taken];
  const free = countsUp(plan.template) ? await firstFree(paths(), ports.place) : undefined;
  const path = taken ?? free ?? nameOf(1);
  const { content_type: contentType } = output;
  const { listen } = ports;
  const told = { jobId: record.id, index, path };
  const onProgress: OnProgress = (bytesDone, bytesTotal) =>
    listen({ kind: 'download-progress', jobId: record.id, index, bytesDone, bytesTotal });
  listen({ kind: 'download-started', ...told });
  try {
    const file = await fetchByLinks(index, {
      known: { outputs: record.job.outputs ?? [], vendorLinks: ports.vendorLinks },
      fresh: ports.freshLinks,
      fetch: (url, { keyless }) =>
        ports.fetch({ url, keyless, path, paths, others, index, contentType }, onProgress),
      listen,
    });
    listen({ kind: 'downloaded', ...told, path: file.path, bytes: file.bytes });
    return { index, path: file.path, bytes: file.bytes, sha256: file.sha256 };
  } catch (error) {
    const failure = failureOf(error);
    listen({ kind: 'download-stopped', ...told, reason: failure?.message });
    throw error;
  }
}

/** The first path that nothing has; undefined where all are taken. */
async function firstFree(
  paths: Iterable<string>,
  { exists }: Pick<FilePlace, 'exists'>,
): Promise<string | undefined> {
  for (const path of paths) if (!(await exists(path))) return path;
  return undefined;
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
 * The error for a job that succeeded although its files can't be found: it was paid for, so this is no success.
 * @see service document §2.1
 */
function noOutputs(id: string): MachineError {
  return new MachineError({
    code: 'no_outputs',
    message: `${id} succeeded, but it has no file to fetch`,
    why: "The service's answer lists no readable output; genctl kept the whole answer as raw.",
    ofOne: true,
    hint: say`${genctl`show ID --json`}, then: ${genctl`download ID`}`,
    jobId: id,
  });
}
