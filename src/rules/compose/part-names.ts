import { objectOf, ownValue } from '../json/json-object.ts';

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
  const counts = { visible: 0, sound: 0 };
  return (Array.isArray(content) ? (content as unknown[]) : []).map((value, index) => {
    const part = objectOf(value);
    const type = ownValue(part, 'type');
    const role = ownValue(part, 'role');
    const source = sourceOf(part, type);
    if (type === 'text') return { index, name: 'words', source };
    if (role === 'first_frame' || role === 'last_frame')
      return { index, name: role.replace('_', ' '), source };
    if (type === 'audio_url') return { index, name: `audio ${++counts.sound}`, source };
    if (type === 'image_url') return { index, name: `image ${++counts.visible}`, source };
    if (type === 'video_url') return { index, name: `clip ${++counts.visible}`, source };
    if (type === 'draft_task') return { index, name: 'draft', source };
    return { index, name: typeof type === 'string' ? type : 'part', source };
  });
}

function sourceOf(part: Record<string, unknown> | undefined, type: unknown): string {
  if (typeof type !== 'string') return '';
  const inner = ownValue(part, type);
  if (typeof inner === 'string') return inner;
  const source = ownValue(objectOf(inner), 'url') ?? ownValue(objectOf(inner), 'id');
  return typeof source === 'string' ? source : '';
}
