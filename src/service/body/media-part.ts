import { objectOf, ownText, ownValue } from '../../text/json-object.ts';
import type { ReferenceCeilings } from '../families/family.ts';
import type { MediaInput } from '../request-words.ts';
import type { ContentPartType } from '../wire/video-input-description.ts';
import type { MediaRole } from '../wire-values.ts';

/** The content part that carries media of a role. @see service document §2.7 */
export const partTypeOfRole = {
  first_frame: 'image_url',
  last_frame: 'image_url',
  reference_image: 'image_url',
  reference_video: 'video_url',
  reference_audio: 'audio_url',
} as const satisfies Record<MediaRole, ContentPartType>;

/** Tells whether media of a role are the first or the last frame, which is no reference. */
export function isFrameRole(role: string | undefined): boolean {
  return role === 'first_frame' || role === 'last_frame';
}

/** The ceiling of a family that counts the references of a type. @see service document §2.7 */
export const ceilingOfType = {
  image_url: 'images',
  video_url: 'videos',
  audio_url: 'audio',
} as const satisfies Record<(typeof partTypeOfRole)[MediaRole], keyof ReferenceCeilings>;

/** The words by which a prompt calls media, before their number. */
const callNames = { image_url: 'image', video_url: 'clip', audio_url: 'audio' } as const;

export function mediaPart({ role, url }: MediaInput): Record<string, unknown> {
  const type = partTypeOfRole[role];
  return { type, [type]: { url }, role };
}

/**
 * How the prompt may call each reference: `image 1`, `clip 2`. Pictures and clips share one sequence, in the order
 * of their parts; frames and sound are not counted in it.
 * @see service document §2.7, reference clip requirements
 */
export function referenceNames<One extends { role: string | undefined }>(
  media: readonly One[],
): { name: string; media: One }[] {
  const nameOf = promptNames();
  return media.flatMap((one) => {
    const type = ownText(partTypeOfRole, one.role ?? '');
    return type === undefined || isFrameRole(one.role)
      ? []
      : [{ name: nameOf(type as keyof typeof callNames), media: one }];
  });
}

/** The words, the link or the id of a content part of a type; empty where it has none. */
export function sourceOfPart(part: Record<string, unknown> | undefined, type = ''): string {
  const inner = objectOf(ownValue(part, type));
  return ownText(part, type) ?? ownText(inner, 'url') ?? ownText(inner, 'id') ?? '';
}

/** Returns a function that names references in turn, by the types of their parts. It must not be called for frames. */
export function promptNames(): (type: keyof typeof callNames) => string {
  const counts = { visible: 0, audio: 0 };
  return (type) => `${callNames[type]} ${type === 'audio_url' ? ++counts.audio : ++counts.visible}`;
}

/**
 * Tells whether a word for media names a file of this machine: anything but an absolute URL. A `file:` URL is a file too, and `C:\`
 * a drive rather than a scheme.
 */
export function isLocal(word: string): boolean {
  if (/^data:/i.test(word)) return false;
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(word)?.[1]?.toLowerCase();
  return scheme === undefined || scheme === 'file';
}
