import type { Output } from '../contract/output.ts';
import { MachineError } from '../errors/machine-error.ts';
import { countsUp, fileName, type NameFields } from '../rules/file-name.ts';
import type { DownloadedFile, JobRecord } from '../store/ledger-record.ts';
import { askedOf, seedOf } from './asked.ts';
import type { Listener } from './events.ts';
import { fetchByLinks, type OutputLinks } from './fetch-output.ts';

/** A file that arrived whole under its finished name. */
export interface FetchedFile {
  path: string;
  bytes: number;
  sha256: string;
}

export interface DownloadPorts {
  /** Fetches a link to a path, or to a name beside it where that is taken. Throws CliError; `DeadLinkError` where the link is dead. */
  fetch(link: OutputLink): Promise<FetchedFile>;
  /** The vendor's own links to the outputs of the record, in their order; v1 alone shows them. */
  vendorLinks: readonly (string | undefined)[];
  /** Asks the job for its links again. */
  freshLinks(): Promise<OutputLinks | undefined>;
  exists(path: string): boolean;
  /** Whether a file that was downloaded before still stands there, whole. */
  stands(file: DownloadedFile): boolean;
  /** Joins a folder and a relative name into an absolute path. */
  pathIn(dir: string, name: string): string;
  listen: Listener;
}

export interface OutputLink {
  url: string;
  /** It is not the service's: the key does not go there. */
  keyless: boolean;
  path: string;
  index: number;
  contentType: string | undefined;
}

export interface DownloadPlan {
  dir: string;
  template: string;
  overwrite: boolean;
}

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
    const nameOf = (v: number): string => namedPath(record, output, index, v, plan, ports);
    const stands =
      known !== undefined && isNamedBy(known.path, nameOf, countsUp(plan.template)) && ports.stands(known);
    if (stands && !plan.overwrite) files.push(known);
    else files.push(await downloadOne(record, output, index, plan, ports));
  }
  return files;
}

/**
 * Whether a file has the name that is wanted now: with the number that a taken name was given, or with any that a template
 * counts up to. Under another name, or in another folder, the file is wanted once more.
 */
function isNamedBy(path: string, nameOf: (v: number) => string, counts: boolean): boolean {
  const numbers = counts ? [...path.matchAll(/\d{1,9}/g)].map(([digits]) => Number(digits)) : [1];
  return numbers.some((v) => isNumbered(path, nameOf(v)));
}

/** `hero-2.png` is what `hero.png` becomes where that name is taken. */
function isNumbered(path: string, wanted: string): boolean {
  if (path === wanted) return true;
  const extension = /\.[^./\\]+$/.exec(wanted)?.[0] ?? '';
  const stem = wanted.slice(0, wanted.length - extension.length);
  if (!path.startsWith(`${stem}-`) || !path.endsWith(extension)) return false;
  return /^-\d{1,4}$/.test(path.slice(stem.length, path.length - extension.length));
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
  const file = await fetchByLinks(index, {
    known: { outputs: record.job.outputs ?? [], vendorLinks: ports.vendorLinks },
    fresh: ports.freshLinks,
    fetch: (url, { keyless }) => ports.fetch({ url, keyless, path, index, contentType: output.content_type }),
    listen: ports.listen,
  });
  ports.listen({ kind: 'downloaded', jobId: record.id, index, path: file.path, bytes: file.bytes });
  return { index, path: file.path, bytes: file.bytes, sha256: file.sha256 };
}

function freePath(
  record: JobRecord,
  output: Output,
  index: number,
  plan: DownloadPlan,
  ports: DownloadPorts,
): string {
  for (let v = 1; ; v += 1) {
    const path = namedPath(record, output, index, v, plan, ports);
    if (!countsUp(plan.template) || plan.overwrite || !ports.exists(path)) return path;
  }
}

function namedPath(
  record: JobRecord,
  output: Output,
  index: number,
  v: number,
  { dir, template }: DownloadPlan,
  ports: Pick<DownloadPorts, 'pathIn'>,
): string {
  return ports.pathIn(dir, fileName(template, nameFields(record, output, index, v)));
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
    ext: extensionOf(output, askedOf(intent?.body).output_format),
  };
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

/** `asked`: the format of clips in the request, where the service does not say what the file is. */
function extensionOf({ content_type, type }: Output, asked: unknown): string {
  const mime = content_type?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const usual = type === 'image' ? 'png' : type !== 'video' ? 'bin' : asked === 'mov' ? 'mov' : 'mp4';
  return extensions[mime] ?? usual;
}
