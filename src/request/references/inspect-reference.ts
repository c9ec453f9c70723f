import { UsageError } from '../../errors/endings.ts';
import { dataUrl, type LocalFile, openLocalFile, readingFailed } from '../../media/local-file.ts';
import { formOfRole, type MediaKind } from '../../media/rules/media-kind.ts';
import { isLocal } from '../../service/body/media-part.ts';
import type { Finding } from '../../service/checks/finding.ts';
import type { ClipFacts } from '../../service/checks/reference-media.ts';
import type { ModelFamily } from '../../service/families/index.ts';
import { flagOfRole } from '../../service/flag-names.ts';
import { type RequestRoute, requestRoutes } from '../../service/request-route.ts';
import type { MediaInput } from '../../service/request-words.ts';
import { inspectFile } from './inspect-file.ts';
import { linkFindings, shownLink } from './link-finding.ts';
import { type FileLinkPorts, linkOfFile, stateOfLink } from './link-of-file.ts';
import type { Upload } from './upload-reference.ts';

/** One medium of a request after inspection; nothing has been uploaded for it yet. */
export interface InspectedReference {
  role: MediaInput['role'];
  /** The value in the body: a link, a data URL, or a stand-in for the link that an upload will give. */
  url: string;
  /** The name of its file; undefined where it was given as a link. */
  name?: string;
  findings: Finding[];
  clip?: ClipFacts;
  upload?: Upload;
}

export interface InspectionPorts extends FileLinkPorts {
  route: RequestRoute;
  family: ModelFamily | undefined;
  workingFolder: string;
  /** The path of a file with the bytes of stdin. */
  stdinFile: () => Promise<string>;
  /** True if local files are measured. */
  measured: boolean;
}

/** Inspects one medium: probes a link, or reads a file. Throws UsageError; the signal's reason. */
export async function inspectReference(
  { member, role, url }: MediaInput,
  ports: InspectionPorts,
  signal: AbortSignal,
): Promise<InspectedReference> {
  if (!isLocal(url)) {
    const where = `${flagOfRole[role]} ${shownLink(url)}`;
    const state = await stateOfLink(url, ports, signal);
    return { role, url, findings: linkFindings({ where, role, state }, ports) };
  }
  const { stdinFile, workingFolder } = ports;
  const typed = member && `@${member}`;
  const file = await openLocalFile(url, { flag: flagOfRole[role], typed, stdinFile, workingFolder });
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
  const { route, measured } = ports;
  const { kind, ...inspected } = await inspectFile(file, { role, measured });
  const seen = { role, name: file.name, ...inspected };
  if (takesDataUrl(route, role)) return { ...seen, url: await dataUrl(file, knownKind(file, kind)) };
  const link = await linkOfFile(file, kind, ports, signal);
  if (link.kind === 'stand-in') return { ...seen, url: link.url };
  if (link.kind === 'upload') return { ...seen, url: link.standIn, upload: link.upload };
  const where = `${file.where}, uploaded before as ${shownLink(link.url)},`;
  const found = linkFindings({ where, role, state: link.state }, ports);
  return { ...seen, url: link.url, findings: [...seen.findings, ...found] };
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
    why: 'Its first bytes match no picture format that genctl knows, and a data URL has to name its format.',
    hint: 'give a PNG, JPEG or WebP file, or an https URL',
  });
}
