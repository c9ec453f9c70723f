import type { Output } from '../contract/output.ts';
import { CliError } from '../errors/cli-error.ts';
import { MachineError } from '../errors/machine-error.ts';
import { countsUp, fileName, type NameFields } from '../rules/file-name.ts';
import type { DownloadedFile, JobRecord } from '../store/ledger-record.ts';
import type { Listener } from './events.ts';

/** A file that arrived whole under its finished name. */
export interface FetchedFile {
  path: string;
  bytes: number;
  sha256: string;
}

export interface DownloadPorts {
  /** Fetches a link to a path, or to a name beside it where that is taken. Throws CliError; `DeadLink` where the link is. */
  fetch(link: OutputLink): Promise<FetchedFile>;
  /** Whether an error says that a link is dead, so that a new one may be asked for. */
  isDeadLink(error: unknown): boolean;
  /** Asks the job for its links again. */
  freshOutputs(): Promise<readonly Output[] | undefined>;
  exists(path: string): boolean;
  /** Whether a file that was downloaded before still stands there, whole. */
  stands(file: DownloadedFile): boolean;
  /** Joins a folder and a relative name into an absolute path. */
  pathIn(dir: string, name: string): string;
  listen: Listener;
}

export interface OutputLink {
  url: string;
  path: string;
  index: number;
  contentType: string | undefined;
}

export interface DownloadPlan {
  dir: string;
  template: string;
  overwrite: boolean;
}

/** A dead link is asked for anew this often. */
const freshLinksMost = 2;

/** Brings home every output of a finished job that is not there yet. Throws CliError at the first that can't come. */
export async function downloadOutputs(
  record: JobRecord,
  plan: DownloadPlan,
  ports: DownloadPorts,
): Promise<DownloadedFile[]> {
  const files: DownloadedFile[] = [];
  const { outputs = [] } = record.job;
  if (outputs.length === 0) throw noOutputs(record.id);
  for (const [index, output] of outputs.entries()) {
    const known = record.files.findLast((file) => file.index === index);
    const wanted = ports.pathIn(plan.dir, fileName(plan.template, nameFields(record, output, index, 1)));
    const stands =
      known !== undefined && ports.stands(known) && (known.path === wanted || countsUp(plan.template));
    if (stands && !plan.overwrite) files.push(known);
    else files.push(await downloadOne(record, output, index, plan, ports));
  }
  return files;
}

/** A job that was paid for, and whose files can't be found: not a download that went well. @see service document §2.1 */
function noOutputs(id: string): MachineError {
  return new MachineError({
    code: 'no_outputs',
    message: `${id} succeeded, and no file of it can be fetched`,
    why: 'The answer of the service lists no output, or none that can be read.',
    hint: `genctl status ${id}, then: genctl download ${id}`,
    jobId: id,
  });
}

async function downloadOne(
  record: JobRecord,
  output: Output,
  index: number,
  plan: DownloadPlan,
  ports: DownloadPorts,
): Promise<DownloadedFile> {
  const path = freePath(record, output, index, plan, ports);
  let { url } = output;
  for (let fresh = 0; ; fresh += 1) {
    try {
      const file = await ports.fetch({ url, path, index, contentType: output.content_type });
      ports.listen({ kind: 'downloaded', jobId: record.id, index, path: file.path, bytes: file.bytes });
      return { index, path: file.path, bytes: file.bytes, sha256: file.sha256 };
    } catch (error) {
      if (!ports.isDeadLink(error) || fresh === freshLinksMost) throw error;
      const next = await freshUrl(ports, index);
      if (next === undefined) throw error;
      url = next;
    }
  }
}

async function freshUrl(ports: DownloadPorts, index: number): Promise<string | undefined> {
  try {
    return (await ports.freshOutputs())?.[index]?.url;
  } catch (error) {
    // The dead link is the trouble to tell; that its job can't be asked either does not change what is to be done.
    if (error instanceof CliError) return undefined;
    throw error;
  }
}

function freePath(
  record: JobRecord,
  output: Output,
  index: number,
  plan: DownloadPlan,
  ports: DownloadPorts,
): string {
  for (let v = 1; ; v += 1) {
    const path = ports.pathIn(plan.dir, fileName(plan.template, nameFields(record, output, index, v)));
    if (!countsUp(plan.template) || plan.overwrite || !ports.exists(path)) return path;
  }
}

function nameFields(record: JobRecord, output: Output, index: number, v: number): NameFields {
  const { job, intent } = record;
  return {
    id: record.id,
    n: index + 1,
    model: job.model ?? intent?.model,
    date: (job.created_at ?? record.recorded_at).slice(0, 10),
    seed: seedOf(intent?.body),
    once: intent?.once ?? undefined,
    v,
    ext: extensionOf(output),
  };
}

/** The seed that was asked for, where one was. */
export function seedOf(body: string | undefined): number | undefined {
  if (body === undefined) return undefined;
  const seed = (JSON.parse(body) as { input?: { seed?: unknown } }).input?.seed;
  return typeof seed === 'number' ? seed : undefined;
}

/** Extensions by MIME type; a name is made from what the service says the file is, never from its link's own name. */
const extensions: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
};

function extensionOf({ content_type, type }: Output): string {
  const mime = content_type?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return extensions[mime] ?? (type === 'image' ? 'png' : type === 'video' ? 'mp4' : 'bin');
}
