import { fieldsCalled, type SchemaField, schemaField } from '../../schema/input-field.ts';
import { fittedValue, listedValue } from '../../service/body/option-value.ts';
import type { Recipient } from '../../service/body/recipient.ts';
import { familyOn } from '../../service/families/index.ts';
import type { InputDescription } from '../../service/model.ts';
import { documentedValues, isOption, type OptionName, optionRow } from '../../service/options.ts';
import { requestRoutes } from '../../service/request-route.ts';

/** The place of an option among the parameters, and its value there. */
export interface PlacedOption {
  name: string;
  value: unknown;
  /** Whose word that is: the model's live schema, or the document. */
  by: 'schema' | 'document';
}

/**
 * The field that an option goes to, and its value as that takes it: by the model's live schema, else as the document writes it.
 * The field is the one of the option's own name; where the schema lacks that, the one field that is known to mean the same.
 * @see service document §2.5, §2.7
 */
export function placedOption(name: string, value: unknown, recipient: Recipient): PlacedOption {
  const asTyped: PlacedOption = { name, value, by: 'document' };
  if (!isOption(name) || value === undefined) return asTyped;
  const table = familyOn(recipient.route, recipient.model)?.options;
  const schema = describingSchema(recipient);
  const field = schema === undefined ? undefined : fieldOf(name, value, schema);
  if (field !== undefined) {
    const listedOnly = table !== undefined && field.name === name;
    return { name: field.name, value: fittedValue(name, value, field, { listedOnly }), by: 'schema' };
  }
  if (table === undefined) return asTyped;
  return { ...asTyped, value: listedValue(name, value, documentedValues(name)) ?? value };
}

/** The schema that the parameters are worded by. The routes of v1 take the document's own names, whatever the models list of v2 says. */
function describingSchema({ entry, model, route }: Recipient): InputDescription | undefined {
  const isDocumented = !requestRoutes[route].hasModelList && familyOn(route, model)?.options !== undefined;
  return isDocumented ? undefined : entry?.inputSchema;
}

/** The field that is an option's beyond doubt: of its own name, else the only one of a name that means nothing else. */
export function ownField(name: string, schema: InputDescription): SchemaField | undefined {
  const own = schemaField(schema, name);
  if (own !== undefined || !isOption(name)) return own;
  const [only, second] = fieldsCalled(schema, optionRow(name).names.sure);
  return second === undefined ? only : undefined;
}

/** Fields that an option may mean, where none of them is it for sure: those that list what they take. */
export function likelyFields(name: string, schema: InputDescription): SchemaField[] {
  if (!isOption(name)) return [];
  const { sure, ifListed } = optionRow(name).names;
  return fieldsCalled(schema, [...sure, ...ifListed]).filter(({ listed }) => listed.length > 0);
}

function fieldOf(option: OptionName, value: unknown, schema: InputDescription): SchemaField | undefined {
  const own = schemaField(schema, option);
  if (own !== undefined) return own;
  const { names } = optionRow(option);
  const sure = fieldsCalled(schema, [option, ...names.sure]).filter((field) =>
    takesKind(option, value, field),
  );
  const fitting = sure.filter((field) => field.fits(fittedValue(option, value, field)));
  const vague =
    sure.length > 0
      ? []
      : fieldsCalled(schema, names.ifListed).filter((field) => isListed(option, value, field));
  const [only, second] = [fitting, sure, vague].find((fields) => fields.length > 0) ?? [];
  return second === undefined ? only : undefined;
}

/** Tells whether a field takes values of the kind, this one or others: then the checks can say which. */
function takesKind(option: OptionName, value: unknown, field: SchemaField): boolean {
  // A length in frames or milliseconds is none in seconds.
  if (option === 'duration' && saysUnit(field, /\b(frames?|ms|milliseconds?)\b/i)) return false;
  if (field.fits(fittedValue(option, value, field))) return true;
  const types = new Set(field.nodes.flatMap(({ type }) => type));
  if (typeof value === 'boolean') return types.has('boolean');
  if (field.listed.length > 0)
    return field.listed.some((one) => typeof one === 'string' || typeof one === typeof value);
  return typeof value === 'number' ? types.has('number') || types.has('integer') : types.has('string');
}

/**
 * Tells whether a field of the option's own name says that it counts something else. A length in frames or milliseconds is no
 * length in seconds, and a number would go there without a word.
 */
export function countsOtherwise(name: string, field: SchemaField): boolean {
  return name === 'duration' && saysUnit(field, /\b(ms|milliseconds?|(in|of|many) frames)\b/i);
}

/** Tells whether a field says that it is counted in a unit, and says nothing of seconds. */
function saysUnit({ nodes }: SchemaField, unit: RegExp): boolean {
  const words = nodes.flatMap(({ description, title }) => [description, title]).join(' ');
  return unit.test(words) && !/\bseconds?\b/i.test(words);
}

function isListed(option: OptionName, value: unknown, field: SchemaField): boolean {
  const fitted = fittedValue(option, value, field, { listedOnly: true });
  return field.listed.includes(fitted) && field.fits(fitted);
}
