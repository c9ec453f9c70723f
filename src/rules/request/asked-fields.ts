import { objectOf, ownText, ownValue } from '../json/json-object.ts';

/**
 * The fields that a request gives its model: `input` on v2, the body itself on v1. Empty where the body is not known.
 * @see service document §2.4, §4.5
 */
export function askedFields(request: unknown): Record<string, unknown> {
  const body = objectOf(request);
  return objectOf(ownValue(body, 'input')) ?? body ?? {};
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

/** The options that a final takes from its draft, beside the prompt and references. @see service document §3 */
export const inheritedOptions = ['duration', 'ratio', 'seed', 'generate_audio'] as const;

const inherited: readonly string[] = ['content', ...inheritedOptions];

/**
 * The request of a final as it is rendered: with its draft's prompt, references and settings in place of the draft's id, even
 * where the final has its own. It stays as it is where the draft's request is not known.
 * @see service document §3
 */
export function inheritedRequest(final: unknown, draft: unknown): unknown {
  const body = objectOf(final);
  if (body === undefined || objectOf(draft) === undefined) return final;
  const input = objectOf(ownValue(body, 'input'));
  const ofDraft = Object.entries(askedFields(draft));
  const own = Object.entries(input ?? body).filter(([name]) => !inherited.includes(name));
  const merged = Object.fromEntries([...own, ...ofDraft.filter(([name]) => inherited.includes(name))]);
  return input === undefined ? merged : { ...body, input: merged };
}
