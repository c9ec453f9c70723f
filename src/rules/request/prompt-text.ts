import { objectOf, ownValue } from '../json/json-object.ts';
import { askedFields } from './asked-fields.ts';

/** The words of a request body, wherever its family keeps them; undefined where it has none. @see service document §2.6 */
export function promptText(request: unknown): string | undefined {
  const input = askedFields(request);
  const prompt = ownValue(input, 'prompt');
  if (typeof prompt === 'string') return prompt;
  const content = ownValue(input, 'content');
  if (!Array.isArray(content)) return undefined;
  const texts = content
    .map((part) => ownValue(objectOf(part), 'text'))
    .filter((text) => typeof text === 'string');
  return texts.length === 0 ? undefined : texts.join(' ');
}
