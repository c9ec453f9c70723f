import { presetOf } from '../../schema/input-field.ts';
import { askedCount, askedFields } from '../../service/body/asked-fields.ts';
import { draftIdsOf } from '../../service/body/submit-subject.ts';
import type { InputDescription } from '../../service/model.ts';
import { ownValue } from '../../text/json-object.ts';
import { ownField } from '../fields/flag-to-field.ts';

/** The options that a price goes by, as far as anyone can tell. `size` is what models of pictures call their tier. */
const priced = ['resolution', 'size', 'duration'] as const;

/**
 * The settings of a request that decide what it costs, in words: `720p, 5 s`, `draft, 4 s`, `final`, `1024x1024, 4 outputs`. What a
 * request leaves open is told by the default of its model's schema; empty where nothing tells.
 * @see service document §2.7, §3
 */
export function settingsWords(body: Record<string, unknown>, schema: InputDescription | undefined): string {
  if (draftIdsOf(body).length > 0) return 'final';
  const input = askedFields(body);
  const isDraft = ownValue(input, 'draft') === true;
  const options = priced.flatMap((option) => {
    // The service sets the tier of a draft.
    if (isDraft && option !== 'duration') return [];
    const field = schema === undefined ? undefined : ownField(option, schema);
    const preset = field === undefined ? undefined : presetOf(field);
    return valueText(option, ownValue(input, field?.name ?? option) ?? preset);
  });
  const count = askedCount(body);
  const outputs = count > 1 ? [`${count} outputs`] : [];
  return [...(isDraft ? ['draft'] : []), ...options, ...outputs].join(', ');
}

/** Longer texts are no setting that anyone would call by its name. */
const charactersMost = 24;

function valueText(option: (typeof priced)[number], value: unknown): string[] {
  if (option === 'duration' && typeof value === 'number')
    return [value === -1 ? 'a length of its own' : `${value} s`];
  const isPlain = typeof value === 'string' || typeof value === 'number';
  return isPlain && String(value).length <= charactersMost ? [String(value)] : [];
}
