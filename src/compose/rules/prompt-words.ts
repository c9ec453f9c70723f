import type { Cast } from '../../account/settings/setting-table.ts';
import { inOneWord, memberNamed } from '../../request/references/cast.ts';
import { fieldNames, hasField, needsField } from '../../schema/input-field.ts';
import type { JsonPlace } from '../../schema/json/json-place.ts';
import { isFrameRole, promptNames, sourceOfPart } from '../../service/body/media-part.ts';
import { promptShapeOf } from '../../service/body/recipient.ts';
import { readSubmit } from '../../service/body/submit-subject.ts';
import type { PartChoice } from '../../service/fields/part-choices.ts';
import type { ModelEntry } from '../../service/model.ts';
import { objectOf, ownText, ownValue } from '../../text/json-object.ts';
import { oncePer } from '../../text/once.ts';
import { type Composition, entryOf, inputOf, modelOf } from './composition.ts';

/** How a model takes its prompt. @see service document §2.6 */
export interface PromptNeed {
  shape: 'prompt' | 'content';
  required: boolean;
}

/** How the model takes its prompt, and whether it requires one; undefined where its schema has no place for a prompt. */
export function promptNeed(composition: Composition): PromptNeed | undefined {
  return needOf(entryOf(composition));
}

/** The need of each model, read once: nearly every question asks for it. */
const needOf = oncePer(({ id, inputSchema }: ModelEntry): PromptNeed | undefined => {
  const shape = promptShapeOf(id, inputSchema);
  if (inputSchema === undefined) return { shape, required: shape === 'prompt' };
  const namesNone = fieldNames(inputSchema).length === 0;
  if (!namesNone && !hasField(inputSchema, shape)) return undefined;
  return { shape, required: shape === 'prompt' && (namesNone || needsField(inputSchema, shape)) };
});

/** The prompt of an input; undefined where it has none. */
export function promptOf(input: Record<string, unknown>, shape: PromptNeed['shape']): string | undefined {
  return shape === 'prompt' ? ownText(input, 'prompt') : ownText(firstText(input), 'text');
}

/** The place of the prompt's words in the body: of a content list, the part that has them. */
export function promptPlace(input: Record<string, unknown>, shape: PromptNeed['shape']): JsonPlace {
  const words =
    shape === 'prompt' ? undefined : namedParts(input.content).find(({ name }) => name === 'words');
  return ['input', shape, ...(words === undefined ? [] : [words.index])];
}

/** The composition with another prompt; blank words remove it. */
export function withWords(composition: Composition, shape: PromptNeed['shape'], words: string): Composition {
  const input = withPrompt(inputOf(composition), shape, words);
  return { ...composition, body: { ...composition.body, input } };
}

function withPrompt(
  input: Record<string, unknown>,
  shape: PromptNeed['shape'],
  words: string,
): Record<string, unknown> {
  const isEmpty = words.trim() === '';
  if (shape === 'prompt') {
    const { prompt: _, ...others } = input;
    return isEmpty ? others : { prompt: words, ...others };
  }
  const content: unknown[] = Array.isArray(input.content) ? input.content : [];
  const before = firstText(input);
  const part = { type: 'text', text: words };
  const changed = isEmpty
    ? content.filter((one) => one !== before)
    : before === undefined
      ? [part, ...content]
      : content.map((one) => (one === before ? part : one));
  return changed.length === 0 && input.content === undefined ? input : { ...input, content: changed };
}

function firstText(input: Record<string, unknown>): Record<string, unknown> | undefined {
  const content = ownValue(input, 'content');
  if (!Array.isArray(content)) return undefined;
  return content.map(objectOf).find((part) => ownValue(part, 'type') === 'text');
}

/** A part of a content list, with its name in the prompt. */
export interface NamedPart {
  index: number;
  /** `image 1`, `clip 2`, `images 1 and 2`, `audio 1`, `first frame`, `words`; for an unknown kind its type. */
  name: string;
  /** The link, the draft's id or the words; empty where there are none. */
  source: string;
}

/**
 * Names each part of a content list. Reference pictures and clips share one sequence of numbers, sounds have their own, and
 * frames have none. A name of the cast has a number for each of its files. @see service document §2.7, reference clip requirements
 */
export function namedParts(content: unknown, cast?: Cast): NamedPart[] {
  const nameOf = promptNames();
  return (Array.isArray(content) ? (content as unknown[]) : []).map((value, index) => {
    const part = objectOf(value);
    const type = ownText(part, 'type');
    const role = ownValue(part, 'role');
    const source = sourceOfPart(part, type);
    if (type === 'text') return { index, name: 'words', source };
    if (role === 'first_frame' || role === 'last_frame')
      return { index, name: role.replace('_', ' '), source };
    if (type === 'image_url' || type === 'video_url' || type === 'audio_url') {
      const files = cast?.get(memberNamed(source) ?? '') ?? [source];
      return { index, name: inOneWord(files.map(() => nameOf(type))), source };
    }
    return { index, name: type === 'draft_task' ? 'draft' : (type ?? 'part'), source };
  });
}

/** As `namedParts`, without the words, which have a question of their own. */
export function mediaParts(content: unknown, cast?: Cast): NamedPart[] {
  return namedParts(content, cast).filter(({ name }) => name !== 'words');
}

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

const isFrame = ({ role }: { role: string | undefined }): boolean => isFrameRole(role);
