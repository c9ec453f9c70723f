import { fieldNames, presetOf, schemaField } from '../../schema/input-field.ts';
import { ownValue } from '../../text/json-object.ts';
import type { InputDescription } from '../model.ts';

/** The fields of a request, with what its model's schema names for those that it leaves open. */
export function withPresets(
  fields: Readonly<Record<string, unknown>>,
  schema: InputDescription | undefined,
): Record<string, unknown> {
  const open =
    schema === undefined ? [] : fieldNames(schema).filter((name) => isOpen(ownValue(fields, name)));
  const given = Object.entries(fields).filter(([, value]) => !isOpen(value));
  const presets = open.flatMap((name) => {
    const field = schema === undefined ? undefined : schemaField(schema, name);
    const preset = field === undefined ? undefined : presetOf(field);
    return isOpen(preset) ? [] : [[name, preset] as const];
  });
  return Object.fromEntries([...given, ...presets]);
}

function isOpen(value: unknown): boolean {
  return value === undefined || value === null;
}
