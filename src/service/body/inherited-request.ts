import { objectOf, ownValue } from '../../text/json-object.ts';
import { allOfWords } from '../../text/shown-value.ts';
import { optionRow, optionsThat } from '../options.ts';
import { askedFields } from './asked-fields.ts';

/** The options that a final takes from its draft, beside the prompt and references. @see service document §3 */
export const inheritedOptions = optionsThat(({ ofFinal }) => ofFinal === 'inherits');

/** The parts of a final that are its draft's, in words. */
export const inheritedWords = allOfWords([
  'prompt',
  'references',
  ...inheritedOptions.map((name) => optionRow(name).called ?? name.replaceAll('_', ' ')),
]);

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
