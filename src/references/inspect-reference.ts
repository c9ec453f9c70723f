import type { Clock } from '../client/transport/clock.ts';
import type { Exchange } from '../client/transport/exchange.ts';
import type { TrafficEvent } from '../client/transport/traffic.ts';
import type { ModelFamily } from '../contract/families/index.ts';
import { type RequestRoute, requestRoutes } from '../contract/request-route.ts';
import { UsageError } from '../errors/endings.ts';
import type { Finding } from '../rules/checks/finding.ts';
import type { ClipFacts } from '../rules/checks/reference-media.ts';
import { formOfRole, type MediaKind, mediaKinds } from '../rules/media/media-kind.ts';
import { flagOfRole } from '../rules/request/flags/flag-names.ts';
import { isLocal } from '../rules/request/media-part.ts';
import type { MediaInput } from '../rules/request/request-words.ts';
import { inspectFile } from './inspect-file.ts';
import { linkFindings, shownLink } from './link-finding.ts';
import { dataUrl, fileDigest, type LocalFile, openLocalFile, readingFailed } from './local-file.ts';
import { isDead, type LinkState, probeLink } from './probe-link.ts';
import type { UploadMemory } from './upload-memory.ts';
import { noUploadCommand, type Upload } from './upload-reference.ts';

/** One medium of a request after inspection; nothing has been uploaded for it yet. */
export interface InspectedReference {
  role: MediaInput['role'];
  /** What the body holds: a link, a data URL, or a stand-in for the link that an upload will give. */
  url: string;
  /** The name of its file; undefined where it was given as a link. */
  name?: string;
  findings: Finding[];
  clip?: ClipFacts;
  upload?: Upload;
}

export interface InspectionPorts {
  route: RequestRoute;
  family: ModelFamily | undefined;
  workingFolder: string;
  profile: string | undefined;
  uploadCommand: readonly string[] | undefined;
  memory: UploadMemory;
  /** Whether the service is the embedded sandbox, which opens no connection for a reference. */
  embedded: boolean;
  /** Whether local files are measured. */
  measured: boolean;
  /** Whether links are probed. */
  probed: boolean;
  exchange(): Promise<Exchange>;
  clock: Clock;
  observe?: ((event: TrafficEvent) => void) | undefined;
}

/** Inspects one medium: probes a link, or reads a file. Throws UsageError; the signal's reason. */
export async function inspectReference(
  { role, url }: MediaInput,
  ports: InspectionPorts,
  signal: AbortSignal,
): Promise<InspectedReference> {
  if (!isLocal(url)) {
    const where = `${flagOfRole[role]} ${shownLink(url)}`;
    const state = await look(url, ports, signal);
    return { role, url, findings: linkFindings({ where, role, state }, ports) };
  }
  const file = await openLocalFile(url, { role, workingFolder: ports.workingFolder });
  try {
    return await inspectLocal(file, role, ports, signal);
  } catch (error) {
    throw readingFailed(file, error);
  }
}

async function inspectLocal(
  file: LocalFile,
  role: MediaInput['role'],
  ports: InspectionPorts,
  signal: AbortSignal,
): Promise<InspectedReference> {
  const { route, uploadCommand: command, embedded, measured, memory } = ports;
  const { kind, ...inspected } = await inspectFile(file, { role, measured });
  const seen = { role, name: file.name, ...inspected };
  if (takesDataUrl(route, role)) return { ...seen, url: await dataUrl(file, knownKind(file, kind)) };
  if (command === undefined && !embedded) throw noUploadCommand(file, ports);
  const digest = await fileDigest(file.path, signal);
  const standIn = `https://upload.invalid/${digest.slice(0, 12)}/${encodeURIComponent(file.name)}`;
  if (command === undefined || embedded) return { ...seen, url: standIn };
  const known = memory.recall({ digest, command })?.url;
  const state: LinkState = known === undefined ? { kind: 'unlooked' } : await look(known, ports, signal);
  if (known === undefined || isDead(state)) {
    const contentType = kind === undefined ? 'application/octet-stream' : mediaKinds[kind].contentType;
    return { ...seen, url: standIn, upload: { file, digest, contentType, deadUrl: known } };
  }
  const where = `${file.where}, uploaded before as ${shownLink(known)},`;
  return {
    ...seen,
    url: known,
    findings: [...seen.findings, ...linkFindings({ where, role, state }, ports)],
  };
}

/** Only the spicy route takes media inside the body, and only pictures. @see service document §4.7, §4.8 */
function takesDataUrl(route: RequestRoute, role: MediaInput['role']): boolean {
  return requestRoutes[route].takesInlinePictures && formOfRole[role] === 'picture';
}

function knownKind({ where }: LocalFile, kind: MediaKind | undefined): MediaKind {
  if (kind !== undefined) return kind;
  throw new UsageError({
    code: 'media_unknown',
    message: `${where} can't be sent inside the request`,
    why: 'Its first bytes are of no picture known here, and a data URL has to say what it holds.',
    hint: 'give a PNG, JPEG or WebP file, or an https URL',
  });
}

async function look(url: string, ports: InspectionPorts, signal: AbortSignal): Promise<LinkState> {
  if (!ports.probed || !/^https?:/i.test(url)) return { kind: 'unlooked' };
  const { clock, observe } = ports;
  return probeLink(url, { exchange: await ports.exchange(), clock, observe, signal });
}
