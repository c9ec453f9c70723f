import { hasField } from '../../schema/input-field.ts';
import type { Recipient } from '../../service/body/recipient.ts';
import { type OptionName, optionFieldNames } from '../../service/field-names.ts';
import type { InputDescription } from '../../service/model.ts';
import { optionRefusal } from '../flags/flag-refusal.ts';
import { documentedValues, ownField, placedOption } from './flag-to-field.ts';

/**
 * Values to try for the options of which the document lists none. What a field lists is not tried: the words of a field whose
 * name may mean anything would make it an option's by themselves.
 */
const samples: Partial<Record<OptionName, readonly unknown[]>> = {
  duration: [5],
  generate_audio: [true],
  return_last_frame: [true],
  watermark: [true],
  seed: [1],
};

/**
 * The option that flags put into each field of a model, by the field's name. It asks the same rule that writes a request, with
 * values that the option may have; a field that no option goes to is not in it.
 * @see service document §2.5, §2.7
 */
export function optionsOfFields(recipient: Recipient): ReadonlyMap<string, OptionName> {
  const schema = recipient.entry?.inputSchema;
  const found = new Map<string, OptionName>();
  if (schema === undefined) return found;
  for (const option of Object.keys(optionFieldNames) as OptionName[]) {
    for (const name of fieldsTaking(option, schema, recipient)) if (!found.has(name)) found.set(name, option);
  }
  return found;
}

function fieldsTaking(option: OptionName, schema: InputDescription, recipient: Recipient): Set<string> {
  const own = ownField(option, schema);
  const names = new Set<string>();
  for (const value of [...documentedValues(option), ...(samples[option] ?? [])]) {
    if (optionRefusal(option, value, recipient) !== undefined) continue;
    const { name } = placedOption(option, value, recipient);
    if (hasField(schema, name)) names.add(name);
    if (name === own?.name) break;
  }
  return names;
}
