import type { Output } from '../contract/output.ts';
import { CliError } from '../errors/cli-error.ts';
import { MachineError } from '../errors/endings.ts';
import { systemFailure } from '../errors/system-trouble.ts';
import { countsUp, numberedPath } from '../rules/file-name.ts';
import type { DownloadedFile, JobRecord } from '../store/ledger/record.ts';
import type { Listener } from './events.ts';
import { fetchByLinks, type OutputLinks } from './fetch-output.ts';
import { isNamedBy, outputName } from './output-name.ts';

/** A file that arrived whole under its finished name. */
export interface FetchedFile {
  path: string;
  bytes: number;
  sha256: string;
}

export interface DownloadPorts {
  /**
   * Fetches a link to a path, or to a name beside it where that is taken, and tells how far it is. Throws CliError;
   * `DeadLinkError` where the link is dead.
   */
  fetch(link: OutputLink, onProgress: OnProgress): Promise<FetchedFile>;
  /** The vendor's own links to the outputs of the record, in their order; v1 alone shows them. */
  vendorLinks: readonly (string | undefined)[];
  /** Asks the job for its links again. */
  freshLinks(): Promise<OutputLinks | undefined>;
  /** Whether anything has that name, be it a link that leads nowhere. */
  exists(path: string): boolean;
  /** Whether a file that was downloaded before still stands there, whole. */
  stands(file: DownloadedFile): boolean;
  /** The file under a name where it is this output, whole, though no record says so: what made it stands beside it. */
  recognise(path: string, index: number): FetchedFile | undefined;
  /** Writes down a file that is here: beside it what made it, and where its newest copy is. */
  keep(file: DownloadedFile, of: { how: 'known' | 'recognised' | 'fetched' }): Promise<void>;
  /** Joins a folder and a relative name into an absolute path. */
  pathIn(dir: string, name: string): string;
  /** The job's request as it was rendered: of a final with its draft's settings. Its own unless given. */
  rendered?: unknown;
  listen: Listener;
}

/** The total is undefined where the host does not say. Unit: bytes. */
type OnProgress = (bytesDone: number, bytesTotal: number | undefined) => void;

export interface OutputLink {
  url: string;
  /** It is not the service's: the key does not go there. */
  keyless: boolean;
  path: string;
  /** Names under which the file may stand already, unrecorded; its bytes tell. */
  earlier: readonly string[];
  /** Where the other outputs of the job are. */
  others: readonly string[];
  index: number;
  contentType: string | undefined;
}

export interface DownloadPlan {
  dir: string;
  template: string;
  overwrite: boolean;
}

/**
 * Brings home every output of a finished job that is not there yet, and writes each down as it comes, so that what one
 * failure or kill cuts short is not fetched twice. Throws CliError at the first that can't come.
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
    const nameOf = (v: number): string =>
      ports.pathIn(
        plan.dir,
        outputName(plan.template, record, { output, index, rendered: ports.rendered }, v),
      );
    const known = plan.overwrite ? undefined : knownFile(record, { index, nameOf }, plan, ports);
    const others = [...record.files.filter((file) => file.index > index && ports.stands(file)), ...files];
    const wanted = { record, output, index, nameOf, others: others.map(({ path }) => path) };
    const found = known ?? recognised(wanted, plan, ports);
    const file = found ?? (await fetched(wanted, plan, ports));
    const how = known !== undefined ? 'known' : found === undefined ? 'fetched' : 'recognised';
    await ports.keep(file, { how });
    files.push(file);
  }
  return files;
}

/** An output that is to come, and the names that it may get: by a number that the template counts up, or that is put after. */
interface WantedOutput {
  record: JobRecord;
  output: Output;
  index: number;
  nameOf(v: number): string;
  /** Where the other outputs of the job are. */
  others: readonly string[];
}

/** The newest of the copies on record that stands where the output is wanted. */
function knownFile(
  { files }: JobRecord,
  { index, nameOf }: Pick<WantedOutput, 'index' | 'nameOf'>,
  { template }: DownloadPlan,
  { stands }: Pick<DownloadPorts, 'stands'>,
): DownloadedFile | undefined {
  return files.findLast(
    (file) => file.index === index && isNamedBy(file.path, nameOf, countsUp(template)) && stands(file),
  );
}

/** The output where it stands already though no record says so, as after a kill between its name and its record. */
function recognised(
  wanted: WantedOutput,
  plan: DownloadPlan,
  ports: DownloadPorts,
): DownloadedFile | undefined {
  if (plan.overwrite) return undefined;
  for (const path of takenNames(wanted, plan, ports)) {
    const file = wanted.others.includes(path) ? undefined : ports.recognise(path, wanted.index);
    if (file !== undefined) return { ...file, index: wanted.index };
  }
  return undefined;
}

async function fetched(
  { record, output, index, nameOf, others }: WantedOutput,
  plan: DownloadPlan,
  ports: DownloadPorts,
): Promise<DownloadedFile> {
  const counted = countsUp(plan.template) && !plan.overwrite;
  const earlier = counted ? [...takenNames({ nameOf }, plan, ports)] : [];
  const path = nameOf(earlier.length + 1);
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
        ports.fetch({ url, keyless, path, earlier, others, index, contentType }, onProgress),
      listen,
    });
    listen({ kind: 'downloaded', ...told, path: file.path, bytes: file.bytes });
    return { index, path: file.path, bytes: file.bytes, sha256: file.sha256 };
  } catch (error) {
    const failure = error instanceof CliError ? error : systemFailure(error);
    listen({ kind: 'download-stopped', ...told, reason: failure?.message });
    throw error;
  }
}

/** The names that the output would have got, up to the first that is free. */
function* takenNames(
  { nameOf }: Pick<WantedOutput, 'nameOf'>,
  { template }: DownloadPlan,
  { exists }: Pick<DownloadPorts, 'exists'>,
): Generator<string> {
  const counted = countsUp(template);
  let before: string | undefined;
  for (let number = 1; ; number += 1) {
    const path = counted ? nameOf(number) : numberedPath(nameOf(1), number);
    // A name that is cut short of its number counts no further.
    if (path === before || !exists(path)) return;
    before = path;
    yield path;
  }
}

/** A job that was paid for, and whose files can't be found: not a download that went well. @see service document §2.1 */
function noOutputs(id: string): MachineError {
  return new MachineError({
    code: 'no_outputs',
    message: `${id} succeeded, and no file of it can be fetched`,
    why: 'The answer of the service lists no output, or none that can be read; it is kept whole, as raw.',
    hint: 'genctl show ID --json, then: genctl download ID',
    jobId: id,
  });
}
