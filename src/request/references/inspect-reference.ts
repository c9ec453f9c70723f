import { UsageError } from '../../errors/endings.ts';
import { orElse } from '../../errors/hint.ts';
import { dataUrl, type LocalFile, openLocalFile, readingFailed } from '../../media/local-file.ts';
import { isCut, measureClip } from '../../media/measure.ts';
import type { ClipContent } from '../../media/rules/clip-content.ts';
import {
  formNames,
  formOfRole,
  type MediaForm,
  type MediaKind,
  mediaKindOf,
  mediaKinds,
} from '../../media/rules/media-kind.ts';
import { isFrameRole, isLocal } from '../../service/body/media-part.ts';
import type { Finding } from '../../service/checks/finding.ts';
import { type ClipFacts, pictureFindings } from '../../service/checks/reference-media.ts';
import type { ModelFamily } from '../../service/families/index.ts';
import { type RequestRoute, requestRoutes } from '../../service/request-route.ts';
import { flagOfRole, type MediaInput } from '../../service/request-words.ts';
import { type MediaRole, mediaRoles } from '../../service/wire-values.ts';
import { linkFindings, shownLink } from './link-finding.ts';
import { type FileLinkPorts, linkOfFile, stateOfLink } from './probe-link.ts';
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
  const link = await linkOfFile(file, ports, signal);
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

/** A local file that fits its role. */
export interface InspectedFile {
  /** Undefined where the first bytes are of no known kind and the file was not to be measured. */
  kind: MediaKind | undefined;
  findings: Finding[];
  /** Measures of a clip. Some limits hold for all clips of a request together, so the caller judges them. */
  clip?: ClipFacts;
}

interface Role {
  role: MediaRole;
  /** False: only the first bytes are read. */
  measured: boolean;
}

/**
 * Tells a file's kind by its bytes and measures it.
 *
 * @throws UsageError for a file of a kind that its role does not take; native errors.
 * @see service document §2.7
 */
export async function inspectFile(file: LocalFile, { role, measured }: Role): Promise<InspectedFile> {
  const kind = mediaKindOf(file.head);
  const wanted = formOfRole[role];
  if (kind === undefined) {
    if (measured) throw unknownKind(file, formNames[wanted]);
    return { kind, findings: [] };
  }
  const { form, called } = mediaKinds[kind];
  // A file with sound alone may have the container of a clip.
  if (form !== wanted && !(isBoxed(kind) && wanted === 'sound')) throw misfit(file, role, called, form);
  if (!measured) return { kind, findings: [] };
  switch (wanted) {
    case 'picture':
      return { kind, findings: await lookAtPicture(file, kind) };
    case 'clip':
      return { kind, findings: [], clip: await lookAtClip(file, kind) };
    case 'sound':
      if (form === 'clip' && contentOf(file, kind).kind !== 'sound') throw misfit(file, role, called, form);
      return { kind: form === 'clip' ? 'm4a' : kind, findings: [] };
  }
}

async function lookAtPicture(file: LocalFile, kind: MediaKind): Promise<Finding[]> {
  const { measurePicture } = await import('../../media/measure.ts');
  const { where, path } = file;
  return pictureFindings({ where, isCut: isCut(file, kind), size: await measurePicture(path) });
}

async function lookAtClip(file: LocalFile, kind: MediaKind): Promise<ClipFacts> {
  const content = contentOf(file, kind);
  if (content.kind === 'sound') throw misfit(file, 'reference_video', 'sound without pictures', 'sound');
  return {
    where: file.where,
    container: kind,
    bytes: file.bytes,
    isCut: isCut(file, kind),
    measures: content.kind === 'pictures' ? content.measures : undefined,
  };
}

function contentOf({ path }: LocalFile, kind: MediaKind): ClipContent {
  return isBoxed(kind) ? measureClip(path) : { kind: 'nothing' };
}

function isBoxed(kind: MediaKind): boolean {
  return kind === 'mp4' || kind === 'mov';
}

function misfit({ where, word }: LocalFile, role: MediaRole, called: string, form: MediaForm): UsageError {
  const flag = flagOfRole[role];
  const fitting = mediaRoles.find((one) => !isFrameRole(one) && formOfRole[one] === form) ?? role;
  const behind = flagOfRole[fitting];
  // A frame that is a clip is no reference: what was meant is for the person to say.
  const isReference = !isFrameRole(role);
  return new UsageError({
    code: 'media_misfit',
    message: `${where} is ${called}; ${flag} takes ${formNames[formOfRole[role]]}`,
    why: "genctl goes by a file's bytes, not by its name.",
    hint: orElse(isReference ? { change: [{ word, behind }] } : undefined, `${behind} ${word} instead`),
  });
}

/** The error for a file whose first bytes are of no known kind, where one of `what` was wanted. */
export function unknownKind({ where, head }: LocalFile, what: string): UsageError {
  return new UsageError({
    code: 'media_unknown',
    message: `${where} is not ${what} that genctl recognizes`,
    why: `It begins with the bytes ${Buffer.from(head.subarray(0, 8)).toString('hex')}.`,
    hint: 'give another file; --no-probe uploads it unchecked',
  });
}
