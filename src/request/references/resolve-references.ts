import { join } from 'node:path';
import { homePlaces } from '../../account/home.ts';
import { assertStdinPiped } from '../../cli/texts/text-source.ts';
import { ensurePrivateFolder } from '../../files/folder.ts';
import { readWhole } from '../../files/read-whole.ts';
import { fewAtOnce } from '../../files/task-group.ts';
import { writeTempBeside } from '../../files/temp-file.ts';
import { inlineBytesMost } from '../../media/local-file.ts';
import { type Finding, field, finding, told } from '../../service/checks/finding.ts';
import { clipFindings } from '../../service/checks/reference-media.ts';
import type { MediaInput } from '../../service/request-words.ts';
import { type InspectedReference, type InspectionPorts, inspectReference } from './inspect-reference.ts';
import { linkFindings, shownLink } from './link-finding.ts';
import { stateOfLink } from './probe-link.ts';
import { openUploadMemory, uploadReference, uploadTimeoutMs } from './upload-reference.ts';

export interface ReferenceOptions extends Omit<InspectionPorts, 'measured' | 'memory' | 'probed'> {
  /** The folder that remembers the links of uploads; created when first used. */
  memoryFolder: string;
  /** True if links are probed and local files are measured. The sandbox opens no link, so none is probed for it. */
  probe: boolean;
  /** With true, nothing is uploaded and no link is probed. */
  dryRun: boolean;
  signal?: AbortSignal | undefined;
  /** Called before the first upload, with stand-ins for the links to come; it may throw to refuse the request. */
  beforeUploads?(preview: ResolvedReferences): void | Promise<void>;
}

/** The media of a request as its body takes them. */
export interface ResolvedReferences {
  /** One for each medium that was given, in the same order. */
  media: MediaInput[];
  findings: Finding[];
  /** The file name for each URL that stands for a local file. */
  names: ReadonlyMap<string, string>;
}

const atOnce = 4;

/**
 * Prepares the media of a request for its body: a local file becomes a data URL where the route takes one; otherwise it is
 * uploaded, once for the same bytes. Everything is inspected before anything is uploaded.
 *
 * @throws UsageError for a file that can't be used, MachineError for an upload that fails, the signal's reason, and whatever
 *   `beforeUploads` throws.
 * @see service document §2.7, §4.7, §4.8
 */
export async function resolveReferences(
  media: readonly MediaInput[],
  options: ReferenceOptions,
): Promise<ResolvedReferences> {
  const { family, embedded, probe, dryRun, clock, signal } = options;
  const memory = openUploadMemory(options.memoryFolder, { nowMs: clock.nowMs, uploadMs: uploadTimeoutMs });
  const probed = probe && !embedded && !dryRun;
  const ports = { ...options, memory, measured: probe, probed };
  const seen = await fewAtOnce(media, { most: atOnce, signal }, (one, stop) =>
    inspectReference(one, ports, stop),
  );
  const found = clipFindings(
    seen.flatMap(({ clip }) => clip ?? []),
    family,
  );
  if (seen.every(({ upload }) => upload === undefined)) return resolved(seen, found);
  if (dryRun) return resolved(seen, [...found, ...seen.flatMap(pendingFindings)]);
  await options.beforeUploads?.(resolved(seen, found));
  const uploaded = await fewAtOnce(seen, { most: atOnce, signal }, (one, stop) => deliver(one, ports, stop));
  return resolved(uploaded, found);
}

/** Uploads a file that needs it, and probes the link that the upload gave. */
async function deliver(
  one: InspectedReference,
  ports: InspectionPorts,
  signal: AbortSignal,
): Promise<InspectedReference> {
  const { upload } = one;
  if (upload === undefined) return one;
  const url = await uploadReference(upload, { ...ports, signal });
  const state = await stateOfLink(url, ports, signal);
  const where = `${upload.file.where}, uploaded as ${shownLink(url)},`;
  const found = linkFindings({ where, role: one.role, state }, ports);
  return { ...one, url, findings: [...one.findings, ...found] };
}

function pendingFindings({ upload, url }: InspectedReference): Finding[] {
  if (upload === undefined) return [];
  const { where, bytes } = upload.file;
  return [
    finding({
      rule: 'upload-pending',
      where,
      enforcedBy: 'advice',
      message: told`${field(where)} would be uploaded, ${bytes} bytes; ${url} is a placeholder for its link`,
      fix: 'without --dry-run it is uploaded first',
      section: '',
    }),
  ];
}

function resolved(seen: readonly InspectedReference[], found: readonly Finding[]): ResolvedReferences {
  const names = new Map<string, string>();
  for (const { url, name } of seen) if (name !== undefined && !names.has(url)) names.set(url, name);
  return {
    media: seen.map(({ role, url }) => ({ role, url })),
    findings: [...seen.flatMap(({ findings }) => findings), ...found],
    names,
  };
}

/**
 * Puts the bytes of stdin into a private file of the home, since media are measured and uploaded by their path. Its user removes it.
 * Throws UsageError where stdin is a terminal or has more than 64 MiB; native errors.
 */
export function spoolStdin(home: string): string {
  assertStdinPiped();
  const bytes = readWhole('-', { bytesMost: inlineBytesMost, what: 'picture' });
  const { spool } = homePlaces(home);
  ensurePrivateFolder(spool);
  return writeTempBeside(join(spool, 'stdin'), bytes, { mode: 0o600, durable: false });
}
