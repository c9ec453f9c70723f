import { UsageError } from '../../errors/endings.ts';
import { orElse } from '../../errors/hint.ts';
import type { LocalFile } from '../../media/local-file.ts';
import { isCut, measureClip, measurePicture } from '../../media/measure.ts';
import type { ClipContent } from '../../media/rules/clip-content.ts';
import {
  formNames,
  formOfRole,
  type MediaForm,
  type MediaKind,
  mediaKindOf,
  mediaKinds,
} from '../../media/rules/media-kind.ts';
import type { Finding } from '../../service/checks/finding.ts';
import { type ClipFacts, pictureFindings } from '../../service/checks/reference-media.ts';
import { flagOfRole } from '../../service/flag-names.ts';
import type { MediaRole } from '../../service/video-values.ts';

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
    if (measured) throw unknownKind(file, role);
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
  const { where, path } = file;
  return pictureFindings({ where, isCut: await isCut(file, kind), size: await measurePicture(path) });
}

async function lookAtClip(file: LocalFile, kind: MediaKind): Promise<ClipFacts> {
  const content = contentOf(file, kind);
  if (content.kind === 'sound') throw misfit(file, 'reference_video', 'sound without pictures', 'sound');
  return {
    where: file.where,
    container: kind,
    bytes: file.bytes,
    isCut: await isCut(file, kind),
    measures: content.kind === 'pictures' ? content.measures : undefined,
  };
}

function contentOf({ path }: LocalFile, kind: MediaKind): ClipContent {
  return isBoxed(kind) ? measureClip(path) : { kind: 'nothing' };
}

function isBoxed(kind: MediaKind): boolean {
  return kind === 'mp4' || kind === 'mov';
}

const roleForForm = {
  picture: 'reference_image',
  clip: 'reference_video',
  sound: 'reference_audio',
} as const satisfies Record<MediaForm, MediaRole>;

function misfit({ where, word }: LocalFile, role: MediaRole, called: string, form: MediaForm): UsageError {
  const flag = flagOfRole[role];
  const behind = flagOfRole[roleForForm[form]];
  // A frame that is a clip is no reference: what was meant is for the person to say.
  const isReference = role.startsWith('reference_');
  return new UsageError({
    code: 'media_misfit',
    message: `${where} is ${called}; ${flag} takes ${formNames[formOfRole[role]]}`,
    why: "genctl goes by a file's bytes, not by its name.",
    hint: orElse(isReference ? { change: [{ word, behind }] } : undefined, `${behind} ${word} instead`),
  });
}

function unknownKind({ where, head }: LocalFile, role: MediaRole): UsageError {
  return new UsageError({
    code: 'media_unknown',
    message: `${where} is not ${formNames[formOfRole[role]]} that genctl recognizes`,
    why: `It begins with the bytes ${Buffer.from(head.subarray(0, 8)).toString('hex')}.`,
    hint: 'give another file; --no-probe uploads it unchecked',
  });
}
