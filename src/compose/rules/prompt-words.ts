import { requiredNames, type SchemaDocument } from '../../schema/document.ts';
import { fieldNames, hasField } from '../../schema/input-field.ts';
import { firstProblem } from '../../schema/judge.ts';
import type { Member } from '../../schema/nodes/members.ts';
import { plainNode } from '../../schema/plain-node.ts';
import { promptShapeOf } from '../../service/body/recipient.ts';
import type { ModelEntry } from '../../service/model.ts';
import { objectOf, ownText, ownValue } from '../../text/json-object.ts';
import { oncePer } from '../../text/once-per.ts';

/** How a model takes its prompt. @see service document §2.6 */
export interface PromptNeed {
  shape: 'prompt' | 'content';
  required: boolean;
  /** The schema's member for a prompt string; undefined for a content list. */
  member: Member | undefined;
}

/** How a model takes its prompt, and whether it requires one; undefined where its schema has no place for a prompt, or without a model. */
export function promptNeed(entry: ModelEntry | undefined): PromptNeed | undefined {
  return entry === undefined ? undefined : needOf(entry);
}

/** The need of each model, read once: nearly every question asks for it. */
const needOf = oncePer(({ id, inputSchema }: ModelEntry): PromptNeed | undefined => {
  const shape = promptShapeOf(id, inputSchema);
  if (inputSchema === undefined) return { shape, required: shape === 'prompt', member: undefined };
  const namesNone = fieldNames(inputSchema).length === 0;
  if (!namesNone && !hasField(inputSchema, shape)) return undefined;
  if (shape === 'content') return { shape, required: false, member: undefined };
  const plain = plainNode(inputSchema, { root: inputSchema });
  const required = requiredNames(plain).includes('prompt');
  const schema = ownValue(objectOf(ownValue(plain, 'properties')), 'prompt');
  const member = schema === undefined ? undefined : { name: 'prompt', schema, required };
  return { shape, required: required || namesNone, member };
});

/** The prompt of an input; undefined where it has none. */
export function promptOf(input: Record<string, unknown>, shape: PromptNeed['shape']): string | undefined {
  return shape === 'prompt' ? ownText(input, 'prompt') : ownText(firstText(input), 'text');
}

/** The input with another prompt; blank words remove it. */
export function withPrompt(
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

/** What is wrong with a prompt, in a sentence; undefined where nothing is. */
export function promptFault(words: string, need: PromptNeed, document: SchemaDocument): string | undefined {
  if (words.trim() === '') return need.required ? 'The model needs a prompt.' : undefined;
  if (need.member === undefined) return undefined;
  const fault = firstProblem(words, need.member.schema, document);
  return fault === undefined ? undefined : `The prompt takes ${fault.takes}.`;
}

function firstText(input: Record<string, unknown>): Record<string, unknown> | undefined {
  const content = ownValue(input, 'content');
  if (!Array.isArray(content)) return undefined;
  return content.map(objectOf).find((part) => ownValue(part, 'type') === 'text');
}
