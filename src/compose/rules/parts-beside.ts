import { readSubmit } from '../../service/body/submit-subject.ts';
import type { PartChoice } from '../../service/fields/part-choices.ts';
import type { MediaRole } from '../../service/video-values.ts';
import { type Composition, modelOf } from './composition.ts';

/** The kinds of parts that a content list can still take, and why it takes no others. */
interface PartsBeside {
  isOffered: (part: PartChoice) => boolean;
  note?: string;
}

/**
 * The parts that a content list can still take: no frame beside a reference, no second frame of a kind, nothing beside a draft.
 * @see service document §3, §4.8
 */
export function partsBeside(content: unknown, composition: Composition): PartsBeside {
  const { family, parts } = readSubmit({ model: modelOf(composition), input: { content } }, {});
  if (family?.promptShape !== 'content') return { isOffered: () => true };
  if (parts.some(({ type }) => type === 'draft_task'))
    return { isOffered: () => false, note: 'a final takes its words and references from its draft' };
  const frames = parts.filter(isFrame);
  if (parts.some(({ role }) => role?.startsWith('reference_')))
    return {
      isOffered: (part) => part.type !== 'draft_task' && !isFrame(part),
      note: 'a reference takes no first or last frame beside it, and no draft',
    };
  if (frames.length === 0) return { isOffered: () => true };
  return {
    isOffered: (part) => isFrame(part) && frames.every(({ role }) => role !== part.role),
    note: 'a first or last frame takes no reference beside it, and no draft',
  };
}

const frameRoles: readonly unknown[] = ['first_frame', 'last_frame'] satisfies MediaRole[];

const isFrame = ({ role }: { role: string | undefined }): boolean => frameRoles.includes(role);
