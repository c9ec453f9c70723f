import { objectOf, ownText, ownValue } from '../../text/json-object.ts';

/**
 * The fields that a request gives its model: `input` on v2, the body itself on v1. Empty where the body is not known.
 * @see service document §2.4, §4.5
 */
export function askedFields(request: unknown): Record<string, unknown> {
  const body = objectOf(request);
  return objectOf(ownValue(body, 'input')) ?? body ?? {};
}

/** How many outputs a request asks for: one unless it says more. @see service document §2.4, §4.5 */
export function askedCount(request: unknown): number {
  const body = objectOf(request);
  const count = ownValue(objectOf(ownValue(body, 'output')), 'count') ?? ownValue(body, 'n');
  return typeof count === 'number' ? count : 1;
}

/** The words of a request body, wherever its family keeps them; undefined where it has none. @see service document §2.6 */
export function promptText(request: unknown): string | undefined {
  const input = askedFields(request);
  const prompt = ownText(input, 'prompt');
  if (prompt !== undefined) return prompt;
  const content = ownValue(input, 'content');
  if (!Array.isArray(content)) return undefined;
  const texts = content.flatMap((part) => ownText(objectOf(part), 'text') ?? []);
  return texts.length === 0 ? undefined : texts.join(' ');
}
