import type { Clock } from '../client/transport/clock.ts';
import type { Exchange } from '../client/transport/exchange.ts';
import type { TrafficEvent } from '../client/transport/traffic.ts';
import type { ModelFamily } from '../contract/families/index.ts';
import type { RequestRoute } from '../contract/request-route.ts';
import { type Finding, finding } from '../rules/checks/finding.ts';
import { clipFindings } from '../rules/checks/reference-media.ts';
import type { MediaInput } from '../rules/request/request-words.ts';
import type { RunCommand } from '../store/credential-command.ts';
import { type InspectedReference, inspectReference } from './inspect-reference.ts';
import { linkFindings, shownLink } from './link-finding.ts';
import { probeLink } from './probe-link.ts';
import { sideBySide } from './side-by-side.ts';
import { openUploadMemory } from './upload-memory.ts';
import { uploadReference } from './upload-reference.ts';

/** What goes on meanwhile. */
export interface ReferenceEvent {
  kind: 'uploading';
  /** The flag and the word that followed it. */
  where: string;
  bytes: number;
}

export interface ReferenceOptions {
  route: RequestRoute;
  /** Of the model, where it is known; it says how long clips may be. */
  family: ModelFamily | undefined;
  /** What relative paths begin at. */
  workingFolder: string;
  /** The account's, for messages; undefined where variables make the account. */
  profile: string | undefined;
  /** Program and arguments; takes a path, prints an https URL. */
  uploadCommand: readonly string[] | undefined;
  /** Where links are remembered; made when first used. */
  memoryFolder: string;
  /** The service is the one embedded here: nothing is uploaded and no link looked at, for it opens no connection. */
  embedded: boolean;
  /** Whether links are looked at and local files measured. */
  probe: boolean;
  /** Nothing is uploaded and no link looked at. */
  dryRun: boolean;
  /** The network, opened when a link is first looked at. It never gets a key. */
  exchange(): Promise<Exchange>;
  runCommand: RunCommand;
  clock: Clock;
  listen(event: ReferenceEvent): void;
  /** Told of each look at a link, for `--verbose`. */
  observe?: ((event: TrafficEvent) => void) | undefined;
  signal?: AbortSignal | undefined;
  /** Called before the first upload, with stand-ins for its links: whoever refuses the request throws here. */
  beforeUploads?(preview: ResolvedReferences): void | Promise<void>;
}

/** The media of a request as its body takes them. */
export interface ResolvedReferences {
  /** As many as were given, in their order. */
  media: MediaInput[];
  findings: Finding[];
  /** By URL, the name of the file that it stands for. */
  names: ReadonlyMap<string, string>;
}

const atOnce = 4;
const uploadMs = 10 * 60_000;

/**
 * Turns words into links: local files are looked at and become data URLs where the route takes them, else they are
 * uploaded, once for the same bytes. Everything is looked at before anything is uploaded.
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
  const memory = openUploadMemory(options.memoryFolder, { nowMs: clock.nowMs, uploadMs });
  const probed = probe && !embedded && !dryRun;
  const ports = { ...options, memory, measured: probe, probed };
  const seen = await sideBySide(media, { most: atOnce, signal }, (one, stop) =>
    inspectReference(one, ports, stop),
  );
  const found = clipFindings(
    seen.flatMap(({ clip }) => clip ?? []),
    family,
  );
  if (seen.every(({ upload }) => upload === undefined)) return resolved(seen, found);
  if (dryRun) return resolved(seen, [...found, ...seen.flatMap(pendingFindings)]);
  await options.beforeUploads?.(resolved(seen, found));
  const uploaded = await sideBySide(seen, { most: atOnce, signal }, (one, stop) =>
    deliver(one, { ...ports, stop }),
  );
  return resolved(uploaded, found);
}

type DeliveryPorts = Parameters<typeof inspectReference>[1] &
  Pick<ReferenceOptions, 'runCommand' | 'listen'> & { stop: AbortSignal };

/** Uploads what has to be, and looks whether the link that came of it leads anywhere. */
async function deliver(one: InspectedReference, ports: DeliveryPorts): Promise<InspectedReference> {
  const { upload } = one;
  if (upload === undefined) return one;
  const { clock, exchange, listen, memory, observe, probed, runCommand, stop: signal } = ports;
  const url = await uploadReference(upload, {
    command: ports.uploadCommand ?? [],
    runCommand,
    timeoutMs: uploadMs,
    signal,
    memory,
    clock,
    onStart: ({ where, bytes }) => listen({ kind: 'uploading', where, bytes }),
  });
  if (!probed) return { ...one, url };
  const state = await probeLink(url, { exchange: await exchange(), clock, observe, signal });
  const where = `${upload.file.where}, uploaded as ${shownLink(url)},`;
  return {
    ...one,
    url,
    findings: [...one.findings, ...linkFindings({ where, role: one.role, state }, ports)],
  };
}

function pendingFindings({ upload, url }: InspectedReference): Finding[] {
  if (upload === undefined) return [];
  const { where, bytes } = upload.file;
  return [
    finding({
      rule: 'upload-pending',
      where,
      enforcedBy: 'advice',
      message: `${where} would be uploaded, ${bytes} bytes; ${url} stands in for its link`,
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
