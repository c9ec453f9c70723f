import { promptNames } from '../../service/body/media-part.ts';
import { objectOf, ownText, ownValue } from '../../text/json-object.ts';

/** A part of a content list, with its name in the prompt. */
export interface NamedPart {
  index: number;
  /** `image 1`, `clip 2`, `audio 1`, `first frame`, `words`; for an unknown kind its type. */
  name: string;
  /** The link, the draft's id or the words; empty where there are none. */
  source: string;
}

/**
 * Names each part of a content list. Reference pictures and clips share one sequence of numbers, sounds have their own, and
 * frames have none. @see service document §2.7, reference clip requirements
 */
export function namedParts(content: unknown): NamedPart[] {
  const nameOf = promptNames();
  return (Array.isArray(content) ? (content as unknown[]) : []).map((value, index) => {
    const part = objectOf(value);
    const type = ownText(part, 'type');
    const role = ownValue(part, 'role');
    const source = sourceOf(part, type);
    if (type === 'text') return { index, name: 'words', source };
    if (role === 'first_frame' || role === 'last_frame')
      return { index, name: role.replace('_', ' '), source };
    if (type === 'image_url' || type === 'video_url' || type === 'audio_url')
      return { index, name: nameOf(type), source };
    return { index, name: type === 'draft_task' ? 'draft' : (type ?? 'part'), source };
  });
}

function sourceOf(part: Record<string, unknown> | undefined, type = ''): string {
  const inner = objectOf(ownValue(part, type));
  return ownText(part, type) ?? ownText(inner, 'url') ?? ownText(inner, 'id') ?? '';
}
